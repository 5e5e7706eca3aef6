import assert from 'node:assert/strict'
import { appendFile, link, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { plain } from '../../../server/test/support/posts/images.ts'
import { startTestServer } from '../../../server/test/support/test-server.ts'
import { asCliError } from '../../src/server/server-errors.ts'
import { type Author, createAuthor } from '../support/author.ts'
import { siteWithCountingProxy } from '../support/counting-proxy.ts'
import { postText, Workspace } from '../support/workspace.ts'

const site = siteWithCountingProxy()

async function author(files: Record<string, string | Uint8Array> = {}): Promise<Author> {
  const who = await createAuthor(site.server, files)
  who.work.env['GALLEY_URL'] = site.proxy.url
  return who
}

const createNamed = ({ person }: Author, name: string, title = 'Theirs') =>
  person.session.put(`/api/v1/posts/by-external-id/${encodeURIComponent(name)}`, { title, content: 'Theirs.' })

/** Runs a command, and saves a file of the author as soon as it sends a request like the given one. */
async function saveDuring(who: Author, request: RegExp, path: string, text: string, ...command: string[]) {
  site.proxy.before = async line => {
    if (request.test(line)) await who.work.write(path, text)
  }
  try {
    return await who.work.gly(...command)
  } finally {
    delete site.proxy.before
  }
}

it('gly status works where nothing can be written', async () => {
  const who = await author({ 'posts/a.md': postText({ title: 'A' }, 'Text.') })
  await who.work.gly('push')
  await who.work.remove('.galley')
  // Unlike permissions, this also stops root.
  await who.work.write('.galley', 'not a folder')
  const { code, stdout, stderr } = await who.work.gly('status')
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '1 post unchanged.\n', stderr: '' })
})

describe('gly pull', () => {
  it('gives a post another name if its file name is that of another post', async () => {
    const mine = postText({ title: 'Mine', id: 'mine' }, 'Not sent.')
    const who = await author({ 'posts/a.md': mine })
    await createNamed(who, 'posts/a.md')
    assert.deepEqual((await who.work.gly('pull', '--json')).json.created, ['posts/a-2.md'])
    assert.equal(await who.work.read('posts/a.md'), mine)
    assert.equal(await who.work.read('posts/a-2.md'), '---\nid: posts/a.md\ntitle: Theirs\n---\n\nTheirs.\n')
    assert.deepEqual((await who.work.gly('pull', '--json')).json.created, [])
  })

  it('gives a post another name if its file name is that of a folder with another post', async () => {
    const who = await author()
    await createNamed(who, 'posts/d.md')
    await createNamed(who, 'posts/d.md/e.md')
    await createNamed(who, 'posts/f.md/g.md', 'G')
    await createNamed(who, 'posts/f.md', 'F')
    const { code, json } = await who.work.gly('pull', '--json')
    assert.deepEqual([code, json.created.length, json.conflicts], [0, 4, []])
    const again = await who.work.gly('status', '--json')
    assert.equal(again.code, 0, again.stdout)
    assert.deepEqual((await who.work.gly('pull', '--json')).json.created, [])
  })

  it('does not write through symbolic links', async () => {
    const who = await author({ 'outside/a.md': 'precious' })
    await mkdir(join(who.work.folder, 'posts'))
    await symlink('../outside/a.md', join(who.work.folder, 'posts/a.md'))
    await symlink('../outside', join(who.work.folder, 'posts/b'))
    await createNamed(who, 'posts/a.md')
    await createNamed(who, 'posts/b/a.md', 'Other')
    const { json } = await who.work.gly('pull', '--json')
    assert.deepEqual(json.created.sort(), ['posts/a-2.md', 'posts/other.md'])
    assert.equal(await who.work.read('outside/a.md'), 'precious')
    assert.deepEqual((await who.work.gly('pull', '--json')).json.created, [])
  })

  it('writes every post to a file that is read as a post again, whatever its name is', async () => {
    const who = await author()
    for (const name of ['posts/x\ny.md', `posts/${'あ'.repeat(150)}.md`, 'posts/node_modules/z.md'])
      await createNamed(who, name)
    const pulled = await who.work.gly('pull', '--json')
    assert.deepEqual(pulled.json.created.sort(), ['posts/theirs-2.md', 'posts/theirs-3.md', 'posts/theirs.md'])
    const again = await who.work.gly('push', '--json')
    assert.deepEqual([again.code, again.json.unchanged], [0, 3], again.stdout)
  })

  it('writes images with the same name to different files', async () => {
    const images = await Promise.all([20, 30, 40, 50].map(width => plain('png', width, 20)))
    const files = Object.fromEntries(images.map((image, i) => [`posts/${i}/photo.png`, image]))
    const text = images.map((_, i) => `![](./${i}/photo.png)`).join(' ')
    const who = await author({ ...files, 'posts/a.md': postText({ title: 'A' }, text) })
    assert.equal((await who.work.gly('push')).code, 0)
    const empty = await who.clone()
    assert.equal((await empty.gly('pull')).code, 0)
    const paths = [...(await empty.read('posts/a.md')).matchAll(/!\[\]\(\.\/(.*?)\)/g)].map(([, path]) => path!)
    assert.equal(new Set(paths).size, images.length, String(paths))
    for (const [i, path] of paths.entries())
      assert.deepEqual(await readFile(join(empty.folder, 'posts', path)), images[i])
  })

  it('keeps what the author saves meanwhile', async () => {
    const who = await author({ 'posts/a.md': postText({ title: 'A' }, 'One.') })
    await who.work.gly('push')
    await who.edit('posts/a.md', { content: 'Theirs.' })
    const saved = postText({ title: 'A' }, 'Saved during the pull.')
    for (const command of [['pull'], ['pull', '--theirs'], ['push', '--theirs']]) {
      await who.work.write('posts/a.md', postText({ title: 'A' }, 'One.'))
      const result = await saveDuring(who, /^GET \/api\/v1\/posts\/[0-9a-f]/, 'posts/a.md', saved, ...command)
      assert.equal(result.code, 1, result.stdout)
      assert.match(result.stdout, /posts\/a\.md: the file was changed just now; run the command again/)
      assert.equal(await who.work.read('posts/a.md'), saved)
    }
  })

  it('says that an image cannot be read, without a stack', async () => {
    const server = await startTestServer({ env: { PUBLIC_URL: 'http://127.0.0.1:1' } })
    const text = postText({ title: 'A' }, '![](./i.png)')
    const { work, clone } = await createAuthor(server, { 'posts/a.md': text, 'posts/i.png': await plain('png') })
    assert.equal((await work.gly('push')).code, 0)
    const { code, stderr } = await (await clone()).gly('pull')
    assert.equal(code, 4)
    assert.match(stderr, /^error: The image http:\/\/127\.0\.0\.1:1\/.* cannot be read: .+\.\n {2}fix: /)
    await server.close()
  })
})

describe('gly publish', () => {
  it('replaces the file, and never leaves a part of it', async () => {
    const before = postText({ title: 'A' }, 'One.')
    const who = await author({ 'posts/a.md': before })
    await link(join(who.work.folder, 'posts/a.md'), join(who.work.folder, 'former'))
    assert.equal((await who.work.gly('publish', 'posts/a.md')).code, 0)
    assert.match(await who.work.read('posts/a.md'), /status: published/)
    // The former file was not written to: a full disk would have left it as it is.
    assert.equal(await who.work.read('former'), before)
  })

  it('keeps what the author saves meanwhile', async () => {
    const who = await author({ 'posts/a.md': postText({ title: 'A' }, 'One.') })
    await who.work.gly('push')
    await who.edit('posts/a.md', { content: 'Theirs.' })
    const saved = postText({ title: 'A' }, 'Saved during the push.')
    const result = await saveDuring(who, /^GET \/api\/v1\/posts\?/, 'posts/a.md', saved, 'publish', 'posts/a.md')
    assert.equal(result.code, 1)
    assert.equal(await who.work.read('posts/a.md'), saved)
  })
})

describe('gly push', () => {
  it('names the image that the server rejects', async () => {
    const image = (await plain('png', 400, 400)).subarray(0, 200)
    const who = await author({ 'posts/i.png': image, 'posts/a.md': postText({ title: 'A' }, 'Text.\n\n![](i.png)') })
    const { code, json } = await who.work.gly('push', '--json')
    assert.equal(code, 1)
    const [{ file, line, message, fix }] = json.faults
    assert.deepEqual([file, line, message], ['posts/a.md', 7, 'The server rejects the image posts/i.png.'])
    assert.match(fix, /^The image is incomplete/)
  })

  it('knows what it has sent after damaged lines were written to its state', async () => {
    const who = await author({ 'posts/a.md': postText({ title: 'A' }, 'One.') })
    await who.work.gly('push')
    await appendFile(join(who.work.folder, '.galley/state.jsonl'), 'null\n7\n"x"\n[]\n{}\n{"account":"http')
    for (const content of ['Two.', 'Three.']) {
      await who.work.write('posts/a.md', postText({ title: 'A' }, content))
      const { code, stdout } = await who.work.gly('push')
      assert.equal(code, 0, stdout)
    }
  })
})

describe('gly', () => {
  it('rejects a folder of posts that is a symbolic link', async () => {
    const work = await Workspace.create()
    await work.write('galley.yaml', 'posts: posts\n')
    await work.write('posts/a.md', postText({ title: 'A' }, 'One.'))
    await rename(join(work.folder, 'posts'), join(work.folder, 'elsewhere'))
    await symlink('elsewhere', join(work.folder, 'posts'))
    const { code, stdout } = await work.gly('check')
    assert.equal(code, 1)
    assert.match(
      stdout,
      /^galley\.yaml:1: The folder "posts" is a symbolic link, and these are not followed\.\n {2}fix: /,
    )
    await work.remove()
  })

  it('says that the disk is full, without a stack', { skip: process.platform !== 'linux' }, async () => {
    const error = await writeFile('/dev/full', 'x').catch(error => error)
    assert.equal(asCliError(error)?.message, 'A file cannot be opened or written: there is no space left on the disk.')
    assert.equal(asCliError(error)?.fix, 'Make room, and run the command again.')
  })
})
