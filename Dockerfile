# Static binaries in an image of their own: no shell, no libc, no root.
# Written for every builder: no RUN --mount, no heredocs.
FROM golang:1.26-bookworm AS build

# Where modules come from: a mirror inside the fab, for instance.
ARG GOPROXY=https://proxy.golang.org,direct
ENV GOPROXY=$GOPROXY CGO_ENABLED=0

WORKDIR /src
COPY go.mod go.sum ./
# The standard library is most of the work; here a change of sources leaves it be.
# timetzdata: the clock follows TZ although the final image has no zone files.
RUN go mod download && go build -trimpath -tags timetzdata std

COPY . .
ARG VERSION=
RUN go build -trimpath -tags timetzdata -buildvcs=false -ldflags "-s -w -X main.version=$VERSION" \
        -o /out/ ./cmd/secsd ./cmd/secs ./cmd/secs_bench \
    && mkdir /out/data

FROM scratch
LABEL org.opencontainers.image.title="secsd" \
      org.opencontainers.image.description="Equipment side of SEMI SECS/GEM over HSMS" \
      org.opencontainers.image.licenses="Apache-2.0"

COPY --from=build /out/secsd /out/secs /out/secs_bench /
# A new volume takes its owner from this folder.
COPY --from=build --chown=65532:65532 /out/data /data

# A number, so that an orchestrator can see that it is not root.
USER 65532:65532
ENV PATH=/ SECSD_DATA_DIR=/data
VOLUME /data
EXPOSE 5000

# Asks the API on loopback; nothing probes the HSMS port, which has room for one host.
HEALTHCHECK --interval=5s --timeout=5s --start-period=5s --retries=3 CMD ["/secsd", "health"]

ENTRYPOINT ["/secsd"]
