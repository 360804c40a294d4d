module varve.dev/blobs

go 1.20

require (
	github.com/klauspost/compress v1.17.9
	github.com/klauspost/pgzip v1.2.6
)
