import { Command } from 'commander'
import { fingerprintOf } from '../../backup/archive/key-entry.ts'
import { type AffectedWebhook, resetKey } from '../../backup/key/reset-key.ts'
import { type NewKey, rotateKey } from '../../backup/key/rotate-key.ts'
import { AppError } from '../../core/errors.ts'
import { SecretBox } from '../../core/secret-box.ts'
import { migrate } from '../../db/migrate.ts'
import { findSecretKey, keyFile, opensDatabase } from '../../db/secret-key.ts'
import { command } from '../command.ts'
import { withDatabase } from '../with-database.ts'

export function keyCommands(): Command {
  const key = new Command('key').description('show and change the key that protects secrets in the database')

  key.addCommand(
    command('show', 'print the key, and whether it is the one of the database', async (_args, _options, output) => {
      await withDatabase(async ({ settings, session, log, db }) => {
        await migrate(session, log)
        const found = findSecretKey(settings)
        if (found === undefined) throw new AppError('NOT_FOUND', 'There is no key yet. The first start makes one.')
        output.result('The key:', {
          key: found,
          from: settings.secretKey === undefined ? keyFile(settings.dataDir) : 'SECRET_KEY',
          fingerprint: fingerprintOf(found),
          opens_database: await opensDatabase(db, new SecretBox(found)),
        })
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

const whatNext = ({ file }: NewKey): string =>
  file === undefined ? 'Set SECRET_KEY to it before the next start, in every process.' : `It is in ${file}.`

const describe = ({ username, email, url }: AffectedWebhook): string => `${username} <${email}> ${url}`

/** The key is printed only if it is stored nowhere else. */
const view = ({ key, file }: NewKey) => (file === undefined ? { key } : { file, fingerprint: fingerprintOf(key) })
