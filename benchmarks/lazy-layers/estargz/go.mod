module estargz

go 1.22.0

require github.com/containerd/stargz-snapshotter/estargz v0.16.3

require (
	github.com/klauspost/compress v1.17.11 // indirect
	github.com/opencontainers/go-digest v1.0.0 // indirect
	github.com/vbatts/tar-split v0.11.6 // indirect
	golang.org/x/sync v0.9.0 // indirect
)
