# A recipe for a container in which the workflow runs. It was not built by the project; RELEASING.md says who does.
#   docker build -t acceptability .
#   docker run --rm -v "$PWD/build:/acceptability/build" acceptability demo
FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates g++ make python3 python3-dev python3-venv \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /acceptability
COPY . .
# Only files with the checksums of envs/locks are installed.
RUN make neural LOCKED=yes
ENTRYPOINT ["make"]
CMD ["demo"]
