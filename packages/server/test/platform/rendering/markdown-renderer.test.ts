import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { createLogger, type Logger } from '../../../src/platform/core/logger.ts'
import { MarkdownRenderer } from '../../../src/platform/rendering/markdown-renderer.ts'
import { eventually } from '../../support/eventually.ts'

let log: Logger
before(async () => {
  log = await createLogger('silent')
})

const alice = { owner: 'alice' }
/** Takes at least some seconds on any machine. */
const endless = '['.repeat(1_000_000)

/** Makes a text a long one. */
const LONG = 'word '.repeat(12_000)

/** The processes that render, of this process. */
async function rendererIds(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
  return stdout
    .split('\n')
    .filter(line => line.includes('render-in-child'))
    .map(line => Number.parseInt(line, 10))
}

async function killRenderers(signal: NodeJS.Signals = 'SIGKILL'): Promise<number[]> {
  const ids = await rendererIds()
  for (const id of ids) process.kill(id, signal)
  return ids
}

describe('a Markdown renderer', () => {
  it('starts no process for plain text, and ends its process when idle', async () => {
    const renderer = new MarkdownRenderer(log, { idleMs: 1 })
    assert.equal((await renderer.render('Some words.', alice))?.html, '<p>Some words.</p>\n')
    assert.equal(renderer.running, false)
    assert.equal((await renderer.render('*a*', alice))?.html, '<p><em>a</em></p>\n')
    await eventually(() => assert.equal(renderer.running, false))
    assert.equal((await renderer.render('*b*', alice))?.html, '<p><em>b</em></p>\n')
  })

  it('replaces a process that uses too much memory', async () => {
    const renderer = new MarkdownRenderer(log, { heapBytes: 1 })
    for (const word of ['a', 'b']) {
      assert.equal((await renderer.render(`*${word}*`, alice))?.html, `<p><em>${word}</em></p>\n`)
      assert.equal(renderer.running, false)
    }
  })

  it('returns plain paragraphs for a text that takes too long, and continues with the next', async () => {
    const renderer = new MarkdownRenderer(log, { attemptCpuMs: 300 })
    const page = await renderer.render(endless, alice)
    assert.ok(page?.html.startsWith('<p>[[['))
    assert.equal(page?.exceededLimit, 'time')
    assert.ok(await renderer.render('*next*', alice))
  })

  it('returns no page for a text that got too little CPU time, because the machine is at fault', async () => {
    const renderer = new MarkdownRenderer(log, { attemptMs: 600 })
    assert.equal(await renderer.render(endless, alice), undefined)
  })

  it('renders other long texts between the attempts at one that takes too long', async () => {
    const renderer = new MarkdownRenderer(log, { attemptCpuMs: 300 })
    const done: string[] = []
    const slow = renderer.render(`${endless}\n\n\`\`\`js\na\n\`\`\``, alice).then(() => done.push('slow'))
    const quick = renderer.render('*a* '.repeat(20_000), { owner: 'bob' }).then(() => done.push('quick'))
    await Promise.all([slow, quick])
    assert.deepEqual(done, ['quick', 'slow'])
  })

  it('renders again if its process is ended from outside, and returns no page if that happens twice', async () => {
    const renderer = new MarkdownRenderer(log)
    await renderer.render(`${LONG}*warm*`, alice)
    const once = renderer.render(`${LONG}*a*`, alice)
    await killRenderers()
    assert.match((await once)?.html ?? '', /<em>a<\/em>/)
    const twice = renderer.render(endless, alice)
    const killed = await killRenderers()
    await eventually(async () => assert.ok((await rendererIds()).some(id => !killed.includes(id))))
    await killRenderers()
    assert.equal(await twice, undefined)
    assert.match((await renderer.render(`${LONG}*b*`, alice))?.html ?? '', /<em>b<\/em>/)
    await renderer.close()
  })

  it('is not ended by the signals that stop the server, which the system sends to its whole process group', async () => {
    const warnings: string[] = []
    const renderer = new MarkdownRenderer(pino({ level: 'warn' }, { write: line => void warnings.push(line) }))
    await renderer.render(`${LONG}*warm*`, alice)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      const page = renderer.render(`${LONG}*${signal}*`, alice)
      assert.equal((await killRenderers(signal)).length, 1)
      assert.match((await page)?.html ?? '', new RegExp(`<em>${signal}</em>`))
    }
    assert.deepEqual(warnings, [])
    await renderer.close()
  })

  it('does not blame the text if its process is aborted for another reason than a full heap', async () => {
    const renderer = new MarkdownRenderer(log)
    await renderer.render(`${LONG}*warm*`, alice)
    const page = renderer.render(endless, alice)
    const killed = await killRenderers('SIGABRT')
    await eventually(async () => assert.ok((await rendererIds()).some(id => !killed.includes(id))))
    await killRenderers('SIGABRT')
    assert.equal(await page, undefined)
    await renderer.close()
  })

  it('renders short texts while a long one is rendered, whoever wrote them', async () => {
    const renderer = new MarkdownRenderer(log)
    const long = ['bob', 'carol', 'dave'].map(owner => renderer.render(endless + owner, { owner }))
    const isLongDone = Promise.any(long).then(() => true)
    assert.match((await renderer.render('*a*', alice))?.html ?? '', /<em>/)
    assert.equal(await Promise.race([isLongDone, 'not yet']), 'not yet')
    await renderer.close()
    assert.deepEqual(await Promise.all(long), [undefined, undefined, undefined])
  })

  it('renders the shorter of two long texts first, and rejects the texts of one user beyond a part of the queue', async () => {
    const renderer = new MarkdownRenderer(log, { queuedCharacters: 2_000_000 })
    const done: string[] = []
    const render = (length: number, owner: string) =>
      renderer.render(`*${owner}* `.repeat(length / 8), { owner }).then(page => page && done.push(owner))
    await Promise.all([
      render(400_000, 'alice'),
      render(480_000, 'alice'),
      render(400_000, 'bobby'),
      render(80_000, 'carol'),
    ])
    assert.deepEqual(done, ['alice', 'carol', 'bobby'])
  })

  it('refuses requests when its queue is full', async () => {
    const renderer = new MarkdownRenderer(log, { queuedCharacters: 100 })
    const first = renderer.render('*a*', alice)
    assert.equal(await renderer.render(`*${'c'.repeat(200)}*`, { owner: 'bob' }), undefined)
    assert.ok(await first)
    assert.ok(await renderer.render(`*${'c'.repeat(200)}*`, alice))
  })
})

describe('the limits of a Markdown renderer', () => {
  const texts: Record<string, string> = {
    'the longest prose': '*The* quick brown fox jumps over the lazy dog.\n\n'.repeat(20_833),
    'a table that fills the longest text': `|a|b|c|d|\n|-|-|-|-|\n${'| *12* | some name | 2024-01-01 | yes, sometimes it is |\n'.repeat(16_666)}`,
  }
  for (const [what, content] of Object.entries(texts)) {
    it(`are sufficient for ${what}`, async () => {
      // Other work on this machine does not count.
      const renderer = new MarkdownRenderer(log, { attemptMs: 120_000 })
      const page = await renderer.render(content, alice)
      assert.equal(page?.exceededLimit, undefined)
      assert.match(page?.html ?? '', /<em>/)
      await renderer.close()
    })
  }
})

describe('a Markdown renderer with plenty of time', () => {
  let renderer: MarkdownRenderer
  before(() => {
    renderer = new MarkdownRenderer(log, { attemptCpuMs: 60_000, attemptMs: 60_000 })
  })
  after(() => renderer.close())

  it('returns plain paragraphs if the HTML would be too large', async () => {
    const content = `[a]: /${'A'.repeat(2000)}\n\n${'[a]'.repeat(3000)}`
    const page = await renderer.render(content, alice)
    assert.ok(Buffer.byteLength(page?.html ?? '') < 2 * content.length)
    assert.equal(renderer.running, true, 'the limit is not found by running out of time or memory')
  })

  it('survives a text that takes too much memory, returns it as plain paragraphs, and continues with the next', async () => {
    const page = await renderer.render('**a** '.repeat(166_000), alice)
    assert.ok(page?.html.startsWith('<p>**a** **a**'))
    assert.equal(page?.exceededLimit, 'memory')
    assert.equal((await renderer.render('*next*', alice))?.html, '<p><em>next</em></p>\n')
  })

  it('renders a text once for all simultaneous requests', async () => {
    const pages = await Promise.all([1, 2, 3].map(() => renderer.render('*a*', alice)))
    assert.ok(pages[0] !== undefined && pages.every(page => page === pages[0]))
  })

  it('renders fairly: one user’s many requests do not delay those of others', async () => {
    const done: string[] = []
    const ask = (owner: string, word: string) => renderer.render(`*${word}*`, { owner }).then(() => done.push(word))
    await Promise.all([ask('alice', 'a1'), ask('alice', 'a2'), ask('alice', 'a3'), ask('bob', 'b1')])
    assert.deepEqual(done, ['a1', 'b1', 'a2', 'a3'])
  })

  it('ends its process at once when closed, and leaves queued texts unrendered', async () => {
    const pages = Promise.all([renderer.render(endless, alice), renderer.render(`${LONG}*a*`, alice)])
    await renderer.close()
    assert.equal(renderer.running, false)
    assert.deepEqual(await pages, [undefined, undefined])
  })
})
