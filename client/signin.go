package client

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Tokens is what a sign-in and a refresh give.
type Tokens struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int    `json:"expires_in"` // seconds
	User         User   `json:"user"`
}

// Login signs in. From then on the client sends the access token, and refreshes it
// by itself before it expires.
func (c *Client) Login(ctx context.Context, username, password string) (Tokens, error) {
	s := &signIn{client: &Client{base: c.base, http: c.http}}
	err := s.exchange(ctx, "/v1/auth/login", map[string]string{"username": username, "password": password})
	if err != nil {
		return Tokens{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.token = s.token
	return s.tokens, nil
}

// Logout ends the sign-in. The client sends no token from then on.
func (c *Client) Logout(ctx context.Context) error {
	_, err := c.call(ctx, http.MethodPost, "/v1/auth/logout", nil, nil, nil)
	if err == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.token = nil
	}
	return err
}

// signIn holds the tokens of a sign-in. Requests that find the access token about
// to expire wait for one of them to refresh it: a refresh token is good for one
// use.
type signIn struct {
	client *Client // sends no token

	mu     sync.Mutex
	tokens Tokens
	until  time.Time // when to refresh
}

// refreshAhead is how long before its end a token is refreshed, so that it does
// not expire on its way.
const refreshAhead = 30 * time.Second

func (s *signIn) token(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Now().Before(s.until) { //nolint:forbidigo // a token holds for real time
		return s.tokens.AccessToken, nil
	}
	err := s.exchange(ctx, "/v1/auth/refresh", map[string]string{"refresh_token": s.tokens.RefreshToken})
	if err != nil {
		return "", fmt.Errorf("refresh the sign-in: %w", err)
	}
	return s.tokens.AccessToken, nil
}

// exchange gets new tokens for what the body holds.
func (s *signIn) exchange(ctx context.Context, path string, body map[string]string) error {
	asked := time.Now() //nolint:forbidigo // as above
	var tokens Tokens
	ctx = context.WithValue(ctx, idempotencyKey{}, nil) // it belongs to another request
	if _, err := s.client.call(ctx, http.MethodPost, path, nil, body, &tokens); err != nil {
		return err
	}
	lifetime := time.Duration(tokens.ExpiresIn) * time.Second
	s.tokens, s.until = tokens, asked.Add(max(lifetime-refreshAhead, lifetime/2))
	return nil
}
