# Sentences, and what systems say of them → results on a dataset. One job has what a run shows first, and one the rest;
# each runs the steps that plan/evaluating.py lists, and keeps what they write in results/cache (see steps.py).


EVALUATIONS = evaluating.jobs(PLAN)
for job in EVALUATIONS:

    rule:
        name:
            job.name
        input:
            job.inputs,
        output:
            [reported_file(job.dataset, step, path) for step in job.steps for path in step.writes],
        log:
            f"results/logs/{job.rule}/{job.dataset}.log",
        benchmark:
            f"results/benchmarks/{job.rule}/{job.dataset}.tsv"
        group:
            "evaluation"
        conda:
            "../../envs/analysis.yaml"
        threads: 4
        resources:
            **needs(2000, 40, per_mb=10),
        params:
            code=code("evaluate.py"),
            steps=str(job.work),
            work=job.work,
            cache=job.cache,
        script:
            "../scripts/evaluate.py"
