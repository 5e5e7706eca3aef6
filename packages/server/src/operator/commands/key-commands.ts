import { Command } from 'commander'
import { fingerprintOf } from '../../keeping/backup/archive/key-entry.ts'
import { type AffectedWebhook, resetKey } from '../../keeping/backup/key/reset-key.ts'
import { type NewKey, rotateKey } from '../../keeping/backup/key/rotate-key.ts'
import { AppError } from '../../platform/core/errors.ts'
import { SecretBox } from '../../platform/core/secret-box.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { findNextKey, findSecretKey, keyFile, opensDatabase } from '../../platform/db/secret-key.ts'
import { command } from '../command.ts'
import { withDatabase } from '../with-database.ts'

export function keyCommands(): Command {
  const key = new Command('key').description('show and change the key that protects secrets in the database')

  key.addCommand(
    command('show', 'print the key, and whether it is the one of the database', async (_args, _options, output) => {
      await withDatabase(async ({ settings, session, log, db }) => {
        await migrate(session, log)
        const { secretKey, dataDir } = settings
        const present = findSecretKey(settings)
        const opens = present !== undefined && (await opensDatabase(db, new SecretBox(present)))
        const next = opens ? undefined : await findNextKey(db, dataDir)
        const key = next?.key ?? present
        if (key === undefined) throw new AppError('NOT_FOUND', 'There is no key yet. The first start makes one.')
        const place = secretKey === undefined ? keyFile(dataDir) : 'SECRET_KEY'
        output.result(
          next === undefined ? 'The key:' : `The key was changed, and the new one is not in ${place} yet:`,
          {
            key,
            from: next?.file ?? place,
            fingerprint: fingerprintOf(key),
            opens_database: opens || next !== undefined,
          },
        )
      })
    }),
  )

  key.addCommand(
    command('rotate', 'encrypt all secrets with a new key; no server may run', async (_args, _options, output) => {
      await withDatabase(
        async ({ settings, session, log, db }) => {
          await migrate(session, log)
          const made = await rotateKey(db, settings)
          output.result(`All secrets were encrypted with a new key. ${whatNext(made)}`, view(made))
        },
        { alone: true },
      )
    }),
  )

  key.addCommand(
    command(
      'reset',
      'after the key was lost: make a new key and new webhook secrets; no server may run',
      async (_args, _options, output) => {
        await withDatabase(
          async ({ settings, session, log, db }) => {
            await migrate(session, log)
            const { webhooks, ...made } = await resetKey(db, settings)
            output.result(`There is a new key. ${whatNext(made)}`, { ...view(made), webhooks: webhooks.map(describe) })
            if (webhooks.length === 0) return
            output.note(
              'These webhooks were disabled. Tell their owners to create a new secret and to enable them again.',
            )
          },
          { alone: true },
        )
      },
    ),
  )
  return key
}

const whatNext = ({ file, isSetting }: NewKey): string =>
  isSetting
    ? `Set SECRET_KEY to it before the next start, in every process. Until that start, it is also in ${file}.`
    : `It is in ${file}.`

const describe = ({ username, email, url }: AffectedWebhook): string => `${username} <${email}> ${url}`

/** The key is printed only if the operator has to set it. */
const view = ({ key, file, isSetting }: NewKey) =>
  isSetting ? { key, file } : { file, fingerprint: fingerprintOf(key) }
