package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/textproto"
	"os"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
)

type webhookCommand struct {
	Verify webhookVerifyCommand `cmd:"" help:"Check the signatures of a message that a webhook received and saved."`
}

type webhookVerifyCommand struct {
	Message    string `arg:"" help:"File with the message: its header lines, an empty line, and the body as it came; - for standard input."`
	SecretFile string `placeholder:"FILE" type:"path" help:"File with the webhook's secret; by default it is read from VITRINE_WEBHOOK_SECRET."`
}

// Run says whether the message is genuine, and when it was sent.
func (c webhookVerifyCommand) Run(cfg *app.Config, con console) error {
	secret, err := c.secret(cfg)
	if err != nil {
		return err
	}
	raw, err := readAll(c.Message, con.in)
	if err != nil {
		return err
	}
	header, body, err := splitMessage(raw)
	if err != nil {
		return fmt.Errorf("%s holds no message: %w", c.Message, err)
	}
	sentAt, err := client.VerifyWebhook(secret, header, body)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(con.out, "Genuine: both signatures are right. Sent at %s as %s.\n",
		sentAt.UTC().Format(time.RFC3339), header.Get("Webhook-Id"))
	return err
}

func (c webhookVerifyCommand) secret(cfg *app.Config) (string, error) {
	if c.SecretFile == "" {
		if cfg.WebhookSecret == "" {
			return "", errors.New("set VITRINE_WEBHOOK_SECRET to the webhook's secret, or name a file that holds it with --secret-file")
		}
		return cfg.WebhookSecret, nil
	}
	text, err := os.ReadFile(c.SecretFile)
	return strings.TrimRight(string(text), "\r\n"), err
}

func readAll(name string, in io.Reader) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(in)
	}
	return os.ReadFile(name)
}

// splitMessage parts the header from the body. A request line before the header,
// as some tools save it, is passed over, and so is a line break at the end, which
// editors add and no message has.
func splitMessage(raw []byte) (http.Header, []byte, error) {
	first, rest, _ := bytes.Cut(raw, []byte("\n"))
	if bytes.Contains(first, []byte(" HTTP/")) {
		raw = rest
	}
	reader := bufio.NewReader(bytes.NewReader(raw))
	header, err := textproto.NewReader(reader).ReadMIMEHeader()
	if err != nil {
		return nil, nil, fmt.Errorf("its header is not followed by an empty line and a body: %w", err)
	}
	body, err := io.ReadAll(reader)
	return http.Header(header), bytes.TrimRight(body, "\r\n"), err
}
