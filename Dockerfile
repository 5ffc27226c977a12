# A recipe for a container in which the workflow runs. It was not built by the project; RELEASING.md says who does.
#   docker build -t acceptability .
#   docker run --rm -v "$PWD/build:/acceptability/build" acceptability demo
#   docker run --rm -v "$PWD/results:/acceptability/results" acceptability paper
#   docker run --rm -v "$PWD:/data" acceptability score PAIRS=/data/my_pairs.csv MODEL=gpt2 FOLDER=/data/my_results
# What a run writes into a folder that is not mounted (-v) is deleted with the container.
FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates g++ make python3 python3-dev python3-venv \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /acceptability
COPY . .
# Only files with the checksums of envs/locks are installed. KenLM's programs are also kept in the user's cache, from
# which runs in mounted folders copy them.
RUN make neural kenlm LOCKED=yes
ENTRYPOINT ["make"]
CMD ["demo"]
