/** `npm run bench:hot`: hot public answers over HTTP, against a bare node:http server that sends the same bytes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile } from './statistics.ts'

const SECONDS = '3'
const ROUNDS = 3
const root = join(import.meta.dirname, '..')
const say = (line: string) => process.stdout.write(`${line}\n`)
const dataDir = mkdtempSync(join(tmpdir(), 'galley-bench-'))
chmodSync(dataDir, 0o755)

const env = {
  ...process.env,
  DATA_DIR: dataDir,
  PORT: '0',
  LOG_LEVEL: 'info',
  RATE_LIMIT_REQUESTS: '0',
  RATE_LIMIT_SIGNUPS: '0',
}
const server = spawn(process.execPath, [join(root, 'galley.mjs'), 'serve'], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const bare: ChildProcess[] = []
try {
  const base = await listening(server)
  await fill(base)
  const questions = {
    'public list': '/api/v1/public/posts',
    'public post': `/api/v1/public/posts/${await firstPost(base)}`,
    ranking: '/api/v1/public/ranking',
  }
  say(
    `${'hot read'.padEnd(14)} ${'bytes'.padStart(7)} ${'galley/s'.padStart(9)} ${'bare/s'.padStart(9)} ${'ratio'.padStart(6)} ${'p50 ms'.padStart(7)} ${'p99 ms'.padStart(7)}`,
  )
  for (const [name, path] of Object.entries(questions)) {
    // Asked twice: the second answer is the hot one.
    await fetch(base + path)
    const answer = await fetch(base + path, { headers: { 'accept-encoding': 'identity' } })
    const headers = [...answer.headers]
      .filter(([header]) => !['date', 'connection', 'keep-alive'].includes(header))
      .flat()
    const body = await answer.text()
    const floorUrl = await startBare(JSON.stringify({ headers, body }))
    const [ours, floor]: { rate: number; latencies: number[] }[][] = [[], []]
    // By turns, so that whatever else the machine does hits both alike.
    for (let i = 0; i < ROUNDS; i++) {
      floor?.push(await load(floorUrl))
      ours?.push(await load(base + path))
    }
    const rate = percentile(
      (ours ?? []).map(run => run.rate),
      50,
    )
    const bareRate = percentile(
      (floor ?? []).map(run => run.rate),
      50,
    )
    const latencies = (ours ?? []).flatMap(run => run.latencies)
    say(
      `${name.padEnd(14)} ${String(body.length).padStart(7)} ${rate.toFixed(0).padStart(9)} ${bareRate.toFixed(0).padStart(9)} ${(rate / bareRate).toFixed(2).padStart(6)} ` +
        `${percentile(latencies, 50).toFixed(2).padStart(7)} ${percentile(latencies, 99).toFixed(2).padStart(7)}`,
    )
  }
} finally {
  for (const child of bare) child.kill()
  server.kill()
  await once(server, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
}

async function listening(child: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of child.stdout ?? []) {
    output += chunk
    const url = /listening on (http:\/\/[^,\s)]+)/.exec(output)?.[1]
    if (url !== undefined) return url
  }
  throw new Error(`the server did not start: ${output}`)
}

/** Forty posts of one author. */
async function fill(base: string): Promise<void> {
  const account = { username: 'bench', email: 'bench@example.com', password: 'bench-password' }
  const signedUp = await fetch(`${base}/api/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  for (let i = 0; i < 40; i++) {
    const post = {
      title: `Post ${i}`,
      content: 'Words and more words. '.repeat(200),
      status: 'published',
      category: 'ai',
      tags: ['a', 'b'],
    }
    await fetch(`${base}/api/v1/posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(post),
    })
  }
}

async function firstPost(base: string): Promise<string> {
  const list = (await (await fetch(`${base}/api/v1/public/posts`)).json()) as { posts: { id: string }[] }
  return list.posts[0]?.id ?? ''
}

async function startBare(answer: string): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  bare.push(child)
  child.stdin.end(answer)
  const [port] = await once(child.stdout, 'data')
  return `http://127.0.0.1:${String(port).trim()}/`
}

async function load(url: string): Promise<{ rate: number; latencies: number[] }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'raw-load.ts'), url, '32', SECONDS], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout) output += chunk
  const { answered, latencies } = JSON.parse(output)
  return { rate: answered / Number(SECONDS), latencies }
}
