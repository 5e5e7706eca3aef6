/** Values are written in a form that every version of PostgreSQL reads, whatever the settings of the server are. */
export const PORTABLE_SETTINGS: readonly string[] = [
  'statement_timeout = 0',
  'lock_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
  "client_encoding = 'UTF8'",
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'postgres'",
  "timezone = 'UTC'",
  'extra_float_digits = 1',
  "bytea_output = 'hex'",
].map(setting => `set local ${setting}`)
