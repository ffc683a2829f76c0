package connection

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/vitrine-photos/vitrine"
)

// RetryAfter is when a client may ask again after a database failed.
const RetryAfter = 5 * time.Second

func unavailable(why string, cause error) error {
	return vitrine.Unavailable("The database "+why+". Please try again later.", RetryAfter, cause)
}

// IsPostgresRace reports whether a transaction failed because of another one,
// and would succeed if it ran again. The error codes are those of
// https://www.postgresql.org/docs/current/errcodes-appendix.html.
func IsPostgresRace(err error) bool {
	failure, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (failure.Code == "40001" || failure.Code == "40P01") // serialization failure, deadlock
}

// PostgresTaken returns which column, "users.email_key", a value was not unique
// in. It reads the columns from "Key (email_key)=(…) already exists.", which is
// parenthesised alike in every language.
func PostgresTaken(err error) (string, bool) {
	failure, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || failure.Code != "23505" { // unique violation
		return "", false
	}
	_, rest, _ := strings.Cut(failure.Detail, "(")
	column, _, _ := strings.Cut(rest, ")")
	column, _, _ = strings.Cut(column, ",")
	return failure.TableName + "." + column, true
}

// ExplainPostgres makes a CodeUnavailable error of one that the server's
// surroundings cause, such as a lost connection. Others it returns as they are.
func ExplainPostgres(err error) error {
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		return explainPostgresCode(failure)
	}
	var network net.Error
	var refused *pgconn.ConnectError
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.As(err, &network), errors.As(err, &refused), pgconn.SafeToRetry(err),
		errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, driver.ErrBadConn):
		return unavailable("does not answer", err)
	}
	return err
}

func explainPostgresCode(failure *pgconn.PgError) error {
	switch failure.Code[:2] {
	case "08", "57": // connection exception; operator intervention: shutting down, timed out
		return unavailable("does not answer", failure)
	case "53": // insufficient resources: disk full, too many connections
		return unavailable("has no resources left", failure)
	case "25": // invalid transaction state: read only
		return unavailable("cannot be written to", failure)
	}
	return failure
}
