import assert from 'node:assert/strict'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../server/test/support/eventually.ts'
import { createPost } from '../../server/test/support/posts/posts.ts'
import { publish } from '../../server/test/support/posts/public.ts'
import { indexChanges } from '../../server/test/support/posts/search.ts'
import { startTestServer, type TestServer } from '../../server/test/support/test-server.ts'
import { completionScript, SHELLS } from '../src/commands/completion.ts'
import { COMMANDS } from '../src/commands.ts'
import { commandHelp, generalHelp } from '../src/help.ts'
import { createAuthor } from './support/author.ts'
import { postText, Workspace } from './support/workspace.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

describe('gly', () => {
  it('has a help with an example for each command, and completes each in every shell', () => {
    for (const command of COMMANDS) {
      assert.match(commandHelp(command), new RegExp(`Examples?:\n  gly ${command.name}`))
      assert.match(generalHelp(COMMANDS), new RegExp(`^  ${command.name} `, 'm'))
      for (const shell of SHELLS) assert.match(completionScript(shell, COMMANDS), new RegExp(`\\b${command.name}\\b`))
    }
  })

  it('completes in zsh at the first Tab, from a file in fpath and as a script that is read', () => {
    assert.ok(completionScript('zsh', COMMANDS).endsWith('== _gly ]]; then _gly "$@"; else compdef _gly gly; fi\n'))
  })

  it('has each command in docs/cli.md', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/cli.md'), 'utf8')
    const rows = page.split('\n').filter(line => line.startsWith('| `gly '))
    const missing = COMMANDS.filter(({ name }) => !rows.some(row => new RegExp(`\`(gly )?${name}[ \`]`).test(row)))
    assert.deepEqual(
      missing.map(({ name }) => name),
      [],
      'add a row to the table of commands',
    )
  })

  it('has a test of each command', () => {
    const tests = globSync('**/*.ts', { cwd: import.meta.dirname })
    const text = tests.map(file => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n')
    const isTested = (name: string) => new RegExp(`[([,]\\s*'${name}'`).test(text)
    assert.deepEqual(
      // The test above reads what `gly completion` prints.
      COMMANDS.map(({ name }) => name).filter(name => name !== 'completion' && !isTested(name)),
      [],
      "test the command with work.gly('name'), also with '--json'",
    )
  })

  it('says that the server is older if it lacks what a command needs', async () => {
    const message = 'There is nothing at /api/v1/redirects.'
    const older = createServer((_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { code: 'NOT_FOUND', message, fields: [], request_id: 'r' } }))
    }).listen(0, '127.0.0.1')
    await once(older, 'listening')
    const url = `http://127.0.0.1:${(older.address() as AddressInfo).port}`
    const work = await Workspace.create({ GALLEY_URL: url, GALLEY_TOKEN: 'x' })
    const { code, json } = await work.gly('redirects', 'list', '--json')
    older.close()
    assert.equal(code, 1)
    assert.match(json.error.message, /^There is nothing at /)
    assert.match(json.error.fix, /^The server is older/)
  })

  it('exits with 2 for wrong use, 3 without a log-in and 4 if the server cannot be reached', async () => {
    const work = await Workspace.create()
    const wrong = await work.gly('psuh')
    assert.deepEqual(
      [wrong.code, wrong.stderr],
      [2, 'error: gly has no command "psuh".\n  fix: Did you mean gly push?\n'],
    )
    assert.equal((await work.gly('push', '--dryrun')).code, 2)
    assert.equal((await work.gly('push')).code, 2, 'without galley.yaml')
    await work.write('galley.yaml', 'url: http://127.0.0.1:9\n')
    const loggedOut = await work.gly('push', '--json')
    assert.equal(loggedOut.code, 3)
    assert.match(loggedOut.json.error.fix, /gly login/)
    const gone = await Workspace.create({ GALLEY_URL: 'http://127.0.0.1:9', GALLEY_TOKEN: 'x' })
    assert.equal((await gone.gly('whoami')).code, 4)
    const elsewhere = await Workspace.create({ GALLEY_URL: `${server.url}/blog`, GALLEY_TOKEN: 'x' })
    const { code, stderr } = await elsewhere.gly('whoami')
    assert.deepEqual(
      [code, stderr.split('\n')[1]],
      [4, '  fix: Check the address of the server, or run the command again later.'],
    )
  })

  it('explains an option without a value, and one that takes none', async () => {
    const work = await Workspace.create()
    for (const [args, message] of [
      [
        ['events', '--since', '-5h'],
        '--since needs a value.\n  fix: A value that begins with a hyphen is written --since=-…',
      ],
      [['events', '--since'], '--since needs a value.\n  fix: Run gly events --help.'],
      [['events', '--json=1'], '--json takes no value.\n  fix: Run gly events --help.'],
    ] as const) {
      const { code, stderr } = await work.gly(...args)
      assert.deepEqual([code, stderr], [2, `error: ${message}\n`])
    }
  })

  it('ends quietly if its output is no longer read', async () => {
    const work = await Workspace.create()
    await work.write('galley.yaml', '')
    for (let number = 0; number < 300; number++) await work.write(`${number}.md`, 'no front matter')
    const child = work.start(['check'])
    let errors = ''
    child.stderr?.setEncoding('utf8').on('data', text => {
      errors += text
    })
    child.stdout?.destroy()
    await once(child, 'close')
    assert.equal(errors, '')
  })

  it('searches the posts of the author, and the public ones', async () => {
    const { person, work } = await createAuthor(server, {})
    await createPost(person.bearer, { title: '下書きの猫', content: 'catword' })
    await publish(person.bearer, { title: 'Public', content: 'catword dogword' })
    await indexChanges(server)
    const own = await work.gly('search', 'catword', '--json')
    assert.equal(own.code, 0, own.stderr)
    assert.deepEqual(
      own.json.posts.map((post: { title: string }) => post.title),
      ['Public', '下書きの猫'],
    )
    assert.match((await work.gly('search', '猫')).stdout, /^下書きの猫 {2}\(draft\)\n {2}http/)
    const found = await work.gly('search', '--public', '--', 'catword', '-dogword')
    assert.deepEqual([found.code, found.stdout, found.stderr], [0, '', 'Nothing found.\n'])
    assert.match((await work.gly('search', '--public', 'catword')).stdout, /^Public {2}\(@/)
    assert.equal((await work.gly('search')).code, 2)
    const loggedOut = await Workspace.create()
    assert.match((await loggedOut.gly('search', '--public', 'catword', '--url', server.url)).stdout, /^Public {2}\(@/)
    assert.equal((await loggedOut.gly('search', 'catword', '--url', server.url)).code, 3)
  })

  it('makes a folder and posts that have no errors', async () => {
    const work = await Workspace.create()
    assert.equal((await work.gly('init', 'blog', '--url', server.url)).code, 0)
    const blog = new URL('blog/', `file://${work.folder}/`).pathname
    const inBlog = (...args: string[]) => work.gly(...args, '--json')
    assert.equal((await work.gly('init', 'blog')).code, 2)
    await work.write('blog/posts/sub/.keep', '')
    const made = await work.gly('check', blog)
    assert.deepEqual([made.code, made.stdout], [0, '1 post, no errors.\n'])
    assert.equal((await inBlog('new', 'x')).code, 2, 'outside the folder')
  })
})

describe('gly publish, unpublish and schedule', () => {
  it('change the file and the post', async () => {
    const { work, post } = await createAuthor(server, {
      'posts/a.md': '---\ntitle: A\n# a comment\nstatus: draft\n---\n\nText.\n',
    })
    assert.equal((await work.gly('publish', 'posts/a.md')).code, 0)
    assert.equal((await post('posts/a.md'))['status'], 'published')
    assert.equal(await work.read('posts/a.md'), '---\ntitle: A\n# a comment\nstatus: published\n---\n\nText.\n')
    assert.equal((await work.gly('schedule', 'posts/a.md', '2999-01-01T00:00:00+09:00')).code, 0)
    assert.equal((await post('posts/a.md'))['scheduled_for'], '2998-12-31T15:00:00.000Z')
    assert.match(await work.read('posts/a.md'), /scheduled_for: 2999-01-01T00:00:00\+09:00/)
    assert.equal((await work.gly('unpublish', 'posts/a.md')).code, 0)
    assert.equal((await post('posts/a.md'))['status'], 'draft')
    assert.equal((await work.gly('schedule', 'posts/a.md', '2020-01-01T00:00:00Z')).code, 2)
    assert.equal((await work.gly('push', '--json')).json.unchanged, 1)
  })

  it('leave the file as it was if the post cannot be changed', async () => {
    const text = postText({ title: 'A' }, 'One.')
    const { work, edit } = await createAuthor(server, { 'posts/a.md': text })
    await work.gly('push')
    await edit('posts/a.md', { content: 'Edited.' })
    assert.equal((await work.gly('publish', 'posts/a.md')).code, 1)
    assert.equal(await work.read('posts/a.md'), text)
  })
})

describe('gly open', () => {
  it('prints the page of a published post, and the studio for a draft', async () => {
    const { work, post } = await createAuthor(server, {
      'posts/a.md': postText({ title: 'A', status: 'published' }, 'x'),
      'posts/b.md': postText({ title: 'B' }, 'x'),
    })
    assert.equal((await work.gly('open', 'posts/a.md')).code, 1)
    await work.gly('push')
    const [a, b] = [await post('posts/a.md'), await post('posts/b.md')]
    assert.equal((await work.gly('open', 'posts/a.md', '--json')).json.url, a.url)
    assert.equal((await work.gly('open', 'posts/b.md', '--json')).json.url, `${server.url}/studio/posts/${b.id}`)
  })
})

describe('gly preview', () => {
  it('shows posts with images and links, and tells open pages about changes', async () => {
    const work = await Workspace.create()
    await work.write('galley.yaml', 'posts: posts\n')
    await work.write(
      'posts/a.md',
      postText({ title: '日本 & co' }, '**Bold** [b](./b.md)\n\n<script>alert(1)</script>'),
    )
    await work.write('posts/b.md', postText({ title: 'B' }, 'Text.'))
    const child = work.start(['preview', '--port', '0'])
    let said = ''
    let complained = ''
    child.stderr?.setEncoding('utf8').on('data', text => {
      complained += text
    })
    child.stdout?.setEncoding('utf8').on('data', text => {
      said += text
    })
    const url = await eventually(() => /http:\S+\//.exec(said)?.[0] ?? assert.fail(said), 20_000)
    const read = async (path: string) => (await fetch(url + path)).text()
    const page = await read('posts/a.md')
    assert.match(page, /<h1>日本 &amp; co<\/h1>/)
    assert.match(page, /<strong>Bold<\/strong> <a href="http:\/\/127\.0\.0\.1:\d+\/posts\/b\.md"/)
    assert.doesNotMatch(page, /alert\(1\)/)
    assert.match(await read('-/site.css'), /--paper/)
    const changes = await fetch(`${url}-/changes`)
    const reader = changes.body!.pipeThrough(new TextDecoderStream()).getReader()
    await work.write('posts/b.md', postText({ title: 'B' }, 'Changed.'))
    let received = ''
    while (!received.includes('event: change')) received += (await reader.read()).value
    assert.match(await read('posts/b.md'), /Changed\./)
    await reader.cancel()

    // A folder that cannot be watched as a whole is still shown, as it is now.
    await symlink('loop', join(work.folder, 'posts/loop'))
    await eventually(() => assert.match(complained, /Not all changes are noticed/), 20_000)
    await work.write('posts/b.md', postText({ title: 'B' }, 'Changed again.'))
    assert.match(await read('posts/b.md'), /Changed again\./)
    child.kill('SIGINT')
    assert.deepEqual(await once(child, 'close'), [0, null])
  })
})
