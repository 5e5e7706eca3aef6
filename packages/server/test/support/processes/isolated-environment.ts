/** An empty setting counts as not set, which overrides the environment and `.env` of the person who runs the tests. */
const BLANK = Object.fromEntries(
  `PORT HOST PUBLIC_URL ROLE DATA_DIR DATABASE_URL DATABASE_POOL_MAX SECRET_KEY LOG_LEVEL SIGNUPS ALLOWED_ORIGINS
   TRUST_PROXY WEBHOOK_RETRY_SCHEDULE WEBHOOK_TIMEOUT WEBHOOK_ALLOW_PRIVATE_NETWORK WEBHOOK_CA_FILE STORAGE S3_ENDPOINT
   S3_REGION S3_BUCKET S3_ACCESS_KEY_ID S3_SECRET_ACCESS_KEY S3_PUBLIC_URL RATE_LIMIT_REQUESTS RATE_LIMIT_UPLOADS
   RATE_LIMIT_PINGS RATE_LIMIT_LOGINS RATE_LIMIT_SIGNUPS`
    .split(/\s+/)
    .map(name => [name, '']),
)

export type ProcessSettings = Readonly<Record<string, string>>

/** The environment of a child process: these settings, and defaults for everything else. */
export function isolatedEnvironment(settings: ProcessSettings): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...BLANK, ...settings }
}
