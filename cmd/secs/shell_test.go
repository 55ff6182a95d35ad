package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing/synctest"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/secsd/secsd/configs"
	"github.com/secsd/secsd/internal/folder"
)

// This file is as much of a shell as pages need.

// performers are the commands that a page may have.
var performers = []struct {
	pattern *regexp.Regexp
	run     func(s *stage, args []string) (printed string)
}{
	{regexp.MustCompile(`^sed (.+) configs/etcher\.yaml > (\S+)$`), (*stage).edit},
	{regexp.MustCompile(`^\(cat configs/etcher\.yaml; echo '(.+)'\) > (\S+)$`), (*stage).add},
	{regexp.MustCompile(`^(\w)='(.+)'$`), (*stage).set},
	{regexp.MustCompile(`^go run \./cmd/secsd(?: run)?(?: --config (\S+))?(?: --data-dir (\S+))?$`), (*stage).start},
	{regexp.MustCompile(`^go run \./cmd/secsd journal dump --data-dir (\S+)$`), (*stage).dump},
	{regexp.MustCompile(`^kill -9 "\$\(cat (\S+)/lock\)"$`), (*stage).kill},
	{regexp.MustCompile(`^curl -H '(\S+): (\S+)' -d '(.+)' http://([^/]+)(\S+)$`), (*stage).curl},
	{regexp.MustCompile(`^go run \./cmd/secs (.+)$`), (*stage).secs},
}

// typing is how long it takes to write a command. No tick of the tool is a multiple,
// so that what comes first does not depend on chance.
const typing = 130 * time.Millisecond

// run carries out a command line and returns what it prints.
func (s *stage) run(line string) string {
	s.t.Helper()
	line, silent := strings.CutSuffix(line, " > /dev/null")
	for _, p := range performers {
		m := p.pattern.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		time.Sleep(typing)
		printed := p.run(s, m[1:])
		synctest.Wait()
		if silent {
			return ""
		}
		return printed
	}
	s.t.Errorf("no such command: %s", line)
	return ""
}

// edit makes a configuration of the demo's with expressions of sed.
func (s *stage) edit(args []string) string {
	text := configs.Etcher
	for _, m := range regexp.MustCompile(`-e 's/([^/]+)/([^/]+)/'`).FindAllStringSubmatch(args[0], -1) {
		text = regexp.MustCompile(`(?m)`+m[1]).ReplaceAllLiteral(text, []byte(strings.ReplaceAll(m[2], `\n`, "\n")))
	}
	s.files[args[1]] = text
	return ""
}

// add makes a configuration of the demo's with a line behind it.
func (s *stage) add(args []string) string {
	s.files[args[1]] = fmt.Appendf(nil, "%s%s\n", configs.Etcher, args[0])
	return ""
}

func (s *stage) set(args []string) string {
	s.words["$"+args[0]] = args[1]
	return ""
}

// dump prints what the disk of a daemon that has ended holds. A page shows a part.
func (s *stage) dump(args []string) string {
	s.t.Helper()
	dir, disk := s.t.TempDir(), s.disks[args[0]]
	for _, name := range disk.Names() {
		data, err := disk.ReadFile(name)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o600)
		}
		if err != nil {
			s.t.Fatal(err)
		}
	}
	if err := folder.Dump(&s.seen, dir); err != nil {
		s.t.Error(err)
	}
	return ""
}

// curl posts, and prints nothing: 204.
func (s *stage) curl(args []string) string {
	s.t.Helper()
	port := s.ports[args[3]]
	client := http.Client{Transport: &http.Transport{
		DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return port.DialFrom(ctx, "127.0.0.1:40000") },
	}}
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, "http://"+args[3]+args[4], strings.NewReader(args[2]))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set(args[0], args[1])
	answer, err := client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, err := io.ReadAll(answer.Body); err != nil || answer.StatusCode != http.StatusNoContent {
		s.t.Errorf("%s: %s %s %v", args[4], answer.Status, text, err)
	}
	return ""
}

// logger writes as secsd does, without times.
func (s *stage) logger() *zap.Logger {
	encoding := zapcore.EncoderConfig{LevelKey: "level", MessageKey: "msg", NameKey: "logger", EncodeLevel: zapcore.LowercaseLevelEncoder}
	return zap.New(zapcore.NewCore(zapcore.NewJSONEncoder(encoding), zapcore.AddSync(&s.seen), zapcore.InfoLevel))
}

// transcript is what was seen, by whoever.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (t *transcript) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(p)
}

// arguments cuts a command line at its blanks, outside of quotes, after what stands
// for something else in double quotes.
func (s *stage) arguments(line string) (args []string) {
	line = regexp.MustCompile(`\$\(printf '([^']*)%\.0s' \{1\.\.(\d+)\}\)`).ReplaceAllStringFunc(line, func(found string) string {
		m := regexp.MustCompile(`'([^']*)%\.0s' \{1\.\.(\d+)\}`).FindStringSubmatch(found)
		n, _ := strconv.Atoi(m[2])
		return strings.Repeat(m[1], n)
	})
	for _, m := range regexp.MustCompile(`'([^']*)'|"([^"]*)"|(\S+)`).FindAllStringSubmatch(line, -1) {
		word := m[1] + m[2] + m[3]
		if value, ok := s.words[m[2]]; ok {
			word = value
		}
		args = append(args, word)
	}
	return args
}
