package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"go.uber.org/zap"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
)

// This file is the operator's panel over HTTP.

// Panel is what an operator may do; a *daemon.Daemon.
type Panel interface {
	Operator(ctx context.Context, host string, action gem.Action) error
	Control(ctx context.Context, host string) error
	Recognize(ctx context.Context, tid byte) error
	SendText(ctx context.Context, host string, tid byte, text []byte) error
	AskTime(ctx context.Context, host string) error
	FactoryReset(ctx context.Context) error
}

// patience bounds how long a request waits, so that its answer still goes out.
const patience = writeTimeout - 5*time.Second

// operator serves the paths below /v1.
type operator struct {
	e   Equipment
	log *zap.Logger
}

// done is the answer of an action: 204.
type done struct{}

// action is the body of an action for one host or for all.
type action struct {
	Body struct {
		Host string `json:"host,omitempty" maxLength:"80" doc:"name of a host; without it all are meant"`
	}
}

// newOperator returns the handler of the paths below /v1, with their
// description in OpenAPI.
func newOperator(e Equipment, c Config, log *zap.Logger) http.Handler {
	o := &operator{e, log}
	mux := http.NewServeMux()
	cfg := huma.DefaultConfig("secsd operator", "1")
	cfg.Info.Description = "What the operator of the equipment sees and does. For programs on the same machine only."
	cfg.OpenAPIPath, cfg.DocsPath, cfg.SchemasPath, cfg.CreateHooks = "/v1/openapi", "", "", nil
	h := humago.New(mux, cfg)
	o.register(h)
	methods := map[string]string{"/v1/openapi.json": http.MethodGet}
	for path, item := range h.OpenAPI().Paths {
		methods[path] = http.MethodPost
		if item.Get != nil {
			methods[path] = http.MethodGet
		}
	}
	return &guard{names: c.Hosts, methods: methods, next: mux, running: make(chan struct{}, maxRequests)}
}

func (o *operator) register(h huma.API) {
	huma.Register(h, huma.Operation{
		OperationID: "state", Method: http.MethodGet, Path: "/v1/state", Summary: "The state of the equipment and its hosts",
	}, func(context.Context, *struct{}) (*state, error) { return o.state(), nil })
	for _, a := range []struct {
		action  gem.Action
		summary string
	}{
		{gem.Enable, "Communications ENABLED"},
		{gem.Disable, "Communications DISABLED: the session ends, what waits is discarded"},
		{gem.OnLine, "ON-LINE, by way of ATTEMPT ON-LINE"},
		{gem.OffLine, "EQUIPMENT OFF-LINE"},
		{gem.Local, "The switch of the whole equipment to LOCAL"},
		{gem.Remote, "The switch of the whole equipment to REMOTE"},
	} {
		post(h, a.action.String(), a.summary, func(ctx context.Context, in *action) error {
			return o.act(ctx, a.action.String(), in.Body.Host, func(ctx context.Context) error { return o.e.Operator(ctx, in.Body.Host, a.action) })
		})
	}
	post(h, gem.PurgeSpool.String(), "Delete what is spooled: the host never gets it", o.purge)
	post(h, "control", "Which host may command the tool", o.control)
	post(h, "recognize", "The message on a terminal is read", o.recognize)
	post(h, "text", "A text for a host", o.text)
	post(h, "ask-time", "Set the clock to what a host says", o.askTime)
	post(h, "factory-reset", "Everything hosts and operators have set up becomes what the configuration says", o.reset)
}

// post registers an action of the operator.
func post[I any](h huma.API, name, summary string, do func(context.Context, *I) error) {
	huma.Register(h, huma.Operation{
		OperationID: name, Method: http.MethodPost, Path: "/v1/operator/" + name, Summary: summary, MaxBodyBytes: maxBody,
		DefaultStatus: http.StatusNoContent, Errors: []int{403, 404, 409, 413, 415, 422, 502, 503, 504},
	}, func(ctx context.Context, in *I) (*done, error) {
		ctx, stop := context.WithTimeout(ctx, patience)
		defer stop()
		return &done{}, do(ctx, in)
	})
}

// act carries out an action, and logs who did what.
func (o *operator) act(ctx context.Context, name, host string, do func(context.Context) error) error {
	if err := o.e.Ready(); errors.Is(err, daemon.ErrNotRunning) {
		return huma.Error503ServiceUnavailable(err.Error())
	}
	err := do(ctx)
	fields := []zap.Field{zap.String("action", name)}
	if host != "" {
		fields = append(fields, zap.String("host", host))
	}
	o.log.Info("operator", append(fields, zap.Error(err))...)
	return answer(err)
}

// answer returns what HTTP says about an error of the daemon.
func answer(err error) error {
	if err == nil {
		return nil
	}
	text := strings.TrimPrefix(err.Error(), "gem: ")
	for _, c := range []struct {
		is     error
		status int
	}{
		{gem.ErrUnknown, http.StatusNotFound}, {gem.ErrNotNow, http.StatusConflict}, {gem.ErrSpooled, http.StatusConflict},
		{gem.ErrValue, http.StatusUnprocessableEntity}, {gem.ErrStorage, http.StatusServiceUnavailable},
		{gem.ErrNoReply, http.StatusBadGateway},
		{context.DeadlineExceeded, http.StatusGatewayTimeout}, {context.Canceled, http.StatusGatewayTimeout},
	} {
		if errors.Is(err, c.is) {
			return huma.NewError(c.status, text)
		}
	}
	return huma.NewError(http.StatusInternalServerError, text)
}

// purge is the body of an action that destroys something: confirm has to say so.
type purge struct {
	Body struct {
		Host    string `json:"host,omitempty" maxLength:"80" doc:"name of a host; without it all are meant"`
		Confirm string `json:"confirm" enum:"purge" doc:"the messages are lost for ever"`
	}
}

func (o *operator) purge(ctx context.Context, in *purge) error {
	return o.act(ctx, "purge", in.Body.Host, func(ctx context.Context) error { return o.e.Operator(ctx, in.Body.Host, gem.PurgeSpool) })
}

type control struct {
	Body struct {
		Host string `json:"host" minLength:"1" maxLength:"80" doc:"name of the host"`
	}
}

func (o *operator) control(ctx context.Context, in *control) error {
	return o.act(ctx, "control", in.Body.Host, func(ctx context.Context) error { return o.e.Control(ctx, in.Body.Host) })
}

type recognize struct {
	Body struct {
		TID uint8 `json:"tid" maximum:"255" doc:"number of the terminal"`
	}
}

func (o *operator) recognize(ctx context.Context, in *recognize) error {
	return o.act(ctx, "recognize", "", func(ctx context.Context) error { return o.e.Recognize(ctx, in.Body.TID) })
}

type text struct {
	Body struct {
		Host string `json:"host,omitempty" maxLength:"80" doc:"name of a host; without it the controlling one"`
		TID  uint8  `json:"tid,omitempty" maximum:"255" doc:"number of the terminal where it was entered"`
		Text string `json:"text" minLength:"1" maxLength:"4096" doc:"at most 4096 bytes of UTF-8"`
	}
}

func (o *operator) text(ctx context.Context, in *text) error {
	return o.act(ctx, "text", in.Body.Host, func(ctx context.Context) error {
		return o.e.SendText(ctx, in.Body.Host, in.Body.TID, []byte(in.Body.Text))
	})
}

type askTime struct {
	Body struct {
		Host string `json:"host,omitempty" maxLength:"80" doc:"name of a host; without it the controlling one"`
	}
}

func (o *operator) askTime(ctx context.Context, in *askTime) error {
	return o.act(ctx, "ask-time", in.Body.Host, func(ctx context.Context) error { return o.e.AskTime(ctx, in.Body.Host) })
}

type reset struct {
	Body struct {
		Confirm string `json:"confirm" enum:"factory-reset" doc:"what hosts have set up is lost for ever"`
	}
}

func (o *operator) reset(ctx context.Context, _ *reset) error {
	return o.act(ctx, "factory-reset", "", o.e.FactoryReset)
}
