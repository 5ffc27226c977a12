# Other divisions of the labelled sentences than their dataset's own: fewer to train on, or split by source.


use rule finetune_classifier as finetune_on_division with:
    output:
        margins="results/divisions/{system}/{division}/{restart}/margins.csv",
        provenance="results/divisions/{system}/{division}/{restart}/provenance.json",
    log:
        "results/logs/finetune_on_division/{system}/{division}/{restart}.log",
    benchmark:
        "results/benchmarks/finetune_on_division/{system}/{division}/{restart}.tsv"
    params:
        division=lambda wildcards: system(wildcards).divisions[wildcards.division],
        checkpoint="results/checkpoints/{system}/{division}-{restart}.safetensors",


use rule train_transfer as transfer_on_division with:
    output:
        margins="results/divisions/{system}/{division}/{restart}/margins.csv",
        provenance="results/divisions/{system}/{division}/{restart}/provenance.json",
    log:
        "results/logs/transfer_on_division/{system}/{division}/{restart}.log",
    benchmark:
        "results/benchmarks/transfer_on_division/{system}/{division}/{restart}.tsv"
    params:
        division=lambda wildcards: system(wildcards).divisions[wildcards.division],
        checkpoint="results/checkpoints/{system}/{division}-{restart}.safetensors",
