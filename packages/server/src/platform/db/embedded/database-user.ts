import { spawnSync } from 'node:child_process'
import { lstatSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The user that runs PostgreSQL if we are root, because PostgreSQL refuses to run as root. */
export interface DatabaseUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * The owner of an existing cluster (it may have been created by an ordinary user), else `postgres`, else `nobody`.
 * Undefined if there is none.
 */
export function databaseUserFor(cluster: string): DatabaseUser | undefined {
  const owner = lstatSync(cluster, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  return knownUser('postgres') ?? knownUser('nobody')
}

/** Whether that user may enter a folder or run a program ('x') or read a file ('r'), including access lists. */
export function userMay(user: DatabaseUser, permission: 'x' | 'r', path: string): boolean {
  const asked = spawnSync('/bin/sh', ['-c', `test -${permission} "$1"`, 'sh', path], {
    uid: user.uid,
    gid: user.gid,
    env: {},
    cwd: '/',
    stdio: 'ignore',
  })
  // Without a shell to check we continue, and PostgreSQL reports the error.
  return asked.error !== undefined || asked.status === 0
}

/** The topmost folder of the path that the user may not enter. */
export function whereBlocked(user: DatabaseUser, path: string): string {
  const parent = dirname(path)
  return parent === path || userMay(user, 'x', parent) ? path : whereBlocked(user, parent)
}

function knownUser(name: string): DatabaseUser | undefined {
  let accounts: string
  try {
    accounts = readFileSync('/etc/passwd', 'utf8')
  } catch {
    return undefined
  }
  for (const line of accounts.split('\n')) {
    const [account, , uid, gid] = line.split(':')
    // `nobody` is -2 on macOS; ids are unsigned.
    if (account === name && uid && gid && uid !== '0') return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
  }
  return undefined
}
