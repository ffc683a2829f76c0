package api

import (
	"context"
	"net/http"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/identity"
)

// tokenView is the answer to a sign-in and to a refresh.
type tokenView struct {
	AccessToken  string  `json:"access_token" doc:"For the header Authorization: Bearer." example:"eyJhbGciOiJIUzI1NiJ9.eyJraW5kIjoiYWNjZXNzIn0.…"`
	RefreshToken string  `json:"refresh_token" doc:"Good for one refresh." example:"eyJhbGciOiJIUzI1NiJ9.eyJraW5kIjoicmVmcmVzaCJ9.…"`
	TokenType    string  `json:"token_type" enum:"Bearer" example:"Bearer"`
	ExpiresIn    int     `json:"expires_in" doc:"Seconds until the access token expires." example:"900"`
	User         userRef `json:"user"`
}

func newTokenView(t identity.Tokens) item[tokenView] {
	return one(tokenView{
		AccessToken: t.AccessToken, RefreshToken: t.RefreshToken, TokenType: "Bearer",
		ExpiresIn: int(t.ExpiresIn / time.Second), User: newUserRef(t.User),
	})
}

// none is the input of operations that take nothing.
type none struct{}

type loginInput struct{ Body credentials }

// credentials are what a user signs in with.
type credentials struct {
	Username vitrine.Optional[string] `json:"username" required:"true" doc:"Username or e-mail address." example:"ansel"`
	Password vitrine.Optional[string] `json:"password" required:"true" example:"moon over half dome"`
}

func (b *credentials) Validate(f *vitrine.Faults, _ bool) {
	requireText(f, "username", b.Username)
	requireText(f, "password", b.Password)
}

type refreshInput struct{ Body refreshBody }

// refreshBody is the token of the last sign-in or refresh.
type refreshBody struct {
	RefreshToken vitrine.Optional[string] `json:"refresh_token" required:"true" example:"eyJhbGciOiJIUzI1NiJ9.eyJraW5kIjoicmVmcmVzaCJ9.…"`
}

func (b *refreshBody) Validate(f *vitrine.Faults, _ bool) {
	requireText(f, "refresh_token", b.RefreshToken)
}

type registration struct{ Body registrationBody }

// registrationBody is what strangers tell of themselves. Their role is not
// theirs to choose.
type registrationBody struct {
	Username    vitrine.Optional[string] `json:"username" required:"true" doc:"3 to 32 letters, digits, dots, hyphens or underscores; unique whatever the case." example:"vivian"`
	Email       vitrine.Optional[string] `json:"email" required:"true" example:"vivian@example.com"`
	Password    vitrine.Optional[string] `json:"password" required:"true" minLength:"12" maxLength:"256" example:"street scenes, 1954"`
	DisplayName vitrine.Optional[string] `json:"display_name" maxLength:"200" example:"Vivian M."`
}

func (b *registrationBody) input() vitrine.UserInput {
	return vitrine.UserInput{Username: b.Username, Email: b.Email, Password: b.Password, DisplayName: b.DisplayName}
}

func (b *registrationBody) Validate(f *vitrine.Faults, _ bool) {
	in := b.input()
	in.ValidateNew(f)
}

func (a *API) login(c *call, in *loginInput) (item[tokenView], error) {
	tokens, err := a.identity.Login(c.Context(), in.Body.Username.Value, in.Body.Password.Value, c.client())
	if err != nil {
		return item[tokenView]{}, err
	}
	return newTokenView(tokens), nil
}

func (a *API) refresh(c *call, in *refreshInput) (item[tokenView], error) {
	tokens, err := a.identity.Refresh(c.Context(), in.Body.RefreshToken.Value, c.client())
	if err != nil {
		return item[tokenView]{}, err
	}
	return newTokenView(tokens), nil
}

// Refresher returns what answers as POST /v1/auth/refresh does, but takes the
// token from the header Authorization, where it can be read before the request is
// counted: as one of its holder's, and only as authentication if it is bad. It is
// for the console, whose every reload begins with a refresh.
func (a *API) Refresher() http.Handler {
	endpoint := on(a.refreshHeld)
	endpoint.identify = a.holder
	return a.router.handler(route{post, "/auth/refresh", public, refreshing, http.StatusOK, "Refresh the sign-in of a browser", endpoint})
}

// holder takes a bad token for nobody's: why it is bad is for the refresh to find
// out, which may have to end the session.
func (a *API) holder(ctx context.Context, token string) (vitrine.Actor, error) {
	actor, err := a.identity.Holder(ctx, token)
	switch vitrine.ErrorCode(err) {
	case vitrine.CodeInvalidToken, vitrine.CodeTokenExpired:
		return vitrine.Actor{}, nil
	}
	return actor, err
}

func (a *API) refreshHeld(c *call, _ *none) (item[tokenView], error) {
	token, _ := bearer(c.Header.Get("Authorization"))
	tokens, err := a.identity.Refresh(c.Context(), token, c.client())
	if err != nil {
		return item[tokenView]{}, err
	}
	return newTokenView(tokens), nil
}

func (a *API) logout(c *call, _ *none) (acknowledged, error) {
	return acknowledged{}, a.identity.Logout(c.Context(), c.actor)
}

func (a *API) mayRegister(c *call) error { return a.identity.MayRegister(c.actor) }

func (a *API) register(c *call, in *registration) (item[userView], error) {
	u, err := a.identity.Register(c.Context(), in.Body.input(), c.client())
	if err != nil {
		return item[userView]{}, err
	}
	return one(newUserView(u)), nil
}

// client is the device that asks, as the list of sessions shows it.
func (c *call) client() identity.Client {
	return identity.Client{Address: c.address.String(), UserAgent: c.UserAgent(), RequestID: c.id}
}

// requireText reports a text that is missing, null or empty.
func requireText(f *vitrine.Faults, field string, o vitrine.Optional[string]) {
	if o.Value == "" {
		f.Add(field, vitrine.FaultRequired, vitrine.ReasonRequired)
	}
}
