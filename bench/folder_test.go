package bench

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFolderPrefersADisk(t *testing.T) {
	memory := t.TempDir()
	t.Setenv("TMPDIR", memory)
	folder, fileSystem, err := newFolder("")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	if fileSystem != fileSystemAt(filepath.Dir(folder)) {
		t.Errorf("on %s, said to be %s", fileSystemAt(filepath.Dir(folder)), fileSystem)
	}
	if !inMemory(fileSystemAt(memory)) && filepath.Dir(folder) != memory {
		t.Errorf("made %s, want it in %s", folder, memory)
	}
	if _, _, err := newFolder(filepath.Join(memory, "missing")); err == nil {
		t.Error("a folder in one that is missing")
	}
}

func TestBareFilesAreWhole(t *testing.T) {
	b, err := newBare(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"one", "two"} {
		if err := b.write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	found, err := os.ReadDir(b.dir.Name())
	if err != nil || len(found) != 2 {
		t.Fatalf("%v, %v", found, err)
	}
	if data, err := os.ReadFile(filepath.Join(b.dir.Name(), "2")); string(data) != "two" {
		t.Errorf("%q, %v", data, err)
	}
	b.remove()
	if _, err := os.Stat(b.dir.Name()); !os.IsNotExist(err) {
		t.Errorf("still there: %v", err)
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{7: "7", 1000: "1,000", 12_034: "12,034", 100_000: "100,000"} {
		if got := thousands(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}
