// Package testservers runs the real servers that tests need, for as long as
// they need them. A run of tests shares one throwaway PostgreSQL, which
// scripts/with-postgres starts around it; each test takes a database of its
// own from NewDatabase. Nothing here is part of the service.
package testservers
