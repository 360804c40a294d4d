// Makes an eStargz layer of a plain one by the library of its inventors. Usage: estargz IN.tar OUT
package main

import (
	"io"
	"log"
	"os"

	"github.com/containerd/stargz-snapshotter/estargz"
)

func main() {
	if err := convert(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func convert(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	blob, err := estargz.Build(io.NewSectionReader(in, 0, info.Size()),
		estargz.WithPrioritizedFiles([]string{"etc/passwd"}), estargz.WithAllowPrioritizeNotFound(new([]string)))
	if err != nil {
		return err
	}
	defer blob.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, blob); err != nil {
		return err
	}
	return out.Close()
}
