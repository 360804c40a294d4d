// Compresses standard input to standard output as tools written in Go do: blobs FORM LEVEL, where FORM is go, klauspost,
// pgzip (blocks of 1 MiB, as skopeo and podman), pgzip256 (256 KiB, as umoci) or zstd. For setting rebuild.commands.
package main

import (
	"bufio"
	"compress/gzip"
	"io"
	"log"
	"os"
	"strconv"

	kgzip "github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/klauspost/pgzip"
)

func main() {
	level, err := strconv.Atoi(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	var w io.WriteCloser
	switch os.Args[1] {
	case "go":
		w, err = gzip.NewWriterLevel(out, level)
	case "klauspost":
		w, err = kgzip.NewWriterLevel(out, level)
	case "pgzip":
		w, err = pgzip.NewWriterLevel(out, level)
	case "pgzip256":
		var p *pgzip.Writer
		p, err = pgzip.NewWriterLevel(out, level)
		if err == nil {
			err = p.SetConcurrency(256<<10, 16)
		}
		w = p
	case "zstd":
		w, err = zstd.NewWriter(out, zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(level)))
	default:
		log.Fatal("no such form")
	}
	if err != nil {
		log.Fatal(err)
	}
	if _, err := io.Copy(w, os.Stdin); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}
