package persist

import (
	"bufio"
	"context"

	"github.com/google/uuid"
)

// blockSize is where a frame of a checkpoint ends: with the record that passes it.
const blockSize = 32 << 10

// checkpoint writes the records of a chain as the checkpoint of a generation.
// It gives up when ctx ends, but not once the file has its name.
func (d disk) checkpoint(ctx context.Context, c chain, id uuid.UUID, generation uint64) (file, error) {
	to := file{generation: generation}
	head := header{magic: magicCheckpoint, identity: id, generation: generation, after: c.end}
	err := d.replace(to.name()+temporary, to.name(), func(f File) error {
		out := bufio.NewWriterSize(f, 256<<10)
		enc := encoder{out: out}
		if err := enc.header(head); err != nil {
			return err
		}
		if err := d.blocks(ctx, c, &enc); err != nil {
			return err
		}
		if err := enc.trailer(); err != nil {
			return err
		}
		to.size = enc.size
		return out.Flush()
	})
	return to, err
}

// blocks writes the records of a chain in frames numbered from 1.
func (d disk) blocks(ctx context.Context, c chain, enc *encoder) error {
	if c.checkpoint.generation == 0 {
		return nil
	}
	var block []byte
	records := 0
	flush := func() error {
		if records == 0 {
			return nil
		}
		endFrame(block, 0, records)
		records = 0
		return enc.framed(block, 1)
	}
	err := d.merge(c, func(r record) error {
		if records == 0 {
			block = beginFrame(block[:0], enc.frames+1)
		}
		block = r.append(block)
		if records++; len(block) < blockSize {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return flush()
	})
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return flush()
}
