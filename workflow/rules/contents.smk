# Functions for rules that read files of the user: what is computed follows from their contents.


def given(paths):
    """Inputs that are the user's. Their dates say nothing; digests of their contents are a parameter."""
    return ancient(paths)


def digests_of(paths):
    """Digests of tables, corpora and folders that no rule makes, in the order of their names.

    Where there are none, it is an object, which Snakemake neither records nor compares: what was made by a version
    without digests is not made again.
    """
    return [digests.of_given(Path(path)) for path in sorted(paths)] or object()


def given_files(wildcards):
    """What a dataset's reader reads and no rule makes; the checksums of all else are registered."""
    manifest = dataset(wildcards).manifest
    return dict(manifest.files) | {argument: own(path) for argument, path in manifest.resources.items()}


def digests_of_dataset(wildcards):
    """Digests of the same."""
    files = given_files(wildcards).values()
    return digests_of(path for paths in files for path in ([paths] if isinstance(paths, str) else paths))


def digests_of_corpus(wildcards):
    """Digest of a corpus, but for a fetched one, whose checksum is registered."""
    return digests_of([] if PLAN.corpora[wildcards.corpus].declared.source else [raw_corpus(wildcards)])


def weights_of(model):
    """The files of a model: a user's, or those that a rule makes."""
    return [path for path in model.files if path not in model.given_files] + given(model.given_files)


def digests_of_weights(model):
    """Digests of the files of a model, or of an adapter, in a user's folder; of any other, as in digests_of."""
    return [digests.of_weights(Path(path)) for path in model.given_files] or object()


def base_of(wildcards):
    """The files of the model, or encoder, that a classifier's training starts from."""
    paths = system(wildcards).base_files
    return weights_of(system(wildcards).base) if paths == system(wildcards).base.files else paths


def digests_of_base(wildcards):
    """Digests of the same; see digests_of_weights."""
    return digests_of_weights(system(wildcards).base)
