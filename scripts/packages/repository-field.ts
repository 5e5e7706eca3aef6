import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface RepositoryField {
  readonly type: 'git'
  readonly url: string
  readonly directory: string
}

/** The `repository` of a published package: where this checkout was cloned from, if that is a public address. */
export async function readRepositoryField(root: string, name: string): Promise<RepositoryField | undefined> {
  const asked = promisify(execFile)('git', ['remote', 'get-url', 'origin'], { cwd: root })
  const remote = await asked.then(
    ({ stdout }) => stdout.trim(),
    // A copy without git, or without a remote.
    () => '',
  )
  return repositoryField(remote, name)
}

export function repositoryField(remote: string, name: string): RepositoryField | undefined {
  // git@host:owner/name is ssh in short form.
  const url = remote.replace(/^([\w.-]+)@([\w.-]+):(?!\/)/, 'ssh://$1@$2/')
  if (!/^(?:https|ssh):\/\//.test(url)) return undefined
  const { protocol, host, pathname, username } = new URL(url)
  const user = protocol === 'ssh:' && username !== '' ? `${username}@` : ''
  return { type: 'git', url: `git+${protocol}//${user}${host}${pathname}`, directory: `packages/${name}` }
}
