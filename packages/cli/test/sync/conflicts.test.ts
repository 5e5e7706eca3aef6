import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { startTestServer, type TestServer } from '../../../server/test/support/test-server.ts'
import { createAuthor } from '../support/author.ts'
import { postText, type Workspace } from '../support/workspace.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

const file = (content: string, title = 'A') => postText({ title }, content)

function git(work: Workspace, ...args: string[]): void {
  const names = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false']
  execFileSync('git', [...names, ...args], { cwd: work.folder, env: work.env, stdio: 'ignore' })
}

describe('a post that was edited on the server', () => {
  it('is not overwritten: the differences are shown, and the other posts are sent', async () => {
    const { work, edit, post } = await createAuthor(server, { 'posts/a.md': file('One.'), 'posts/b.md': file('Two.') })
    await work.gly('push')
    await edit('posts/a.md', { content: 'One, edited.' })
    await work.write('posts/a.md', file('One, by me.'))
    await work.write('posts/b.md', file('Two, by me.'))
    const result = await work.gly('push')
    assert.equal(result.code, 1)
    assert.match(result.stdout, /not sent posts\/a\.md: it was edited on the server, and differs from the file/)
    assert.match(result.stdout, /-One, by me\.\n +\+One, edited\./)
    assert.equal((await post('posts/a.md')).content, 'One, edited.')
    assert.equal((await post('posts/b.md')).content, 'Two, by me.')
  })

  it('is shown by its name in any script, with the commands that decide', async () => {
    const { work, edit } = await createAuthor(server, { 'posts/海.md': file('One.') })
    await work.gly('push')
    await edit('posts/海.md', { content: 'One, edited.' })
    assert.match((await work.gly('status')).stdout, /^gly pull writes /m)
    await work.write('posts/海.md', file('One, by me.'))
    assert.match((await work.gly('status')).stdout, /gly pull --theirs takes .*, gly push --ours replaces/)
    assert.match((await work.gly('push')).stdout, / --- posts\/海\.md\n +\+\+\+ posts\/海\.md on the server\n/)
  })

  it('is replaced with --ours, and taken with --theirs', async () => {
    const { work, edit, post } = await createAuthor(server, { 'posts/a.md': file('One.'), 'posts/b.md': file('Two.') })
    await work.gly('push')
    await edit('posts/a.md', { content: 'Edited.' })
    await edit('posts/b.md', { content: 'Edited.', subtitle: 'Sub' })
    await work.write('posts/a.md', file('Mine.'))
    await work.write('posts/b.md', file('Mine.'))
    for (const [option, hint] of [
      ['--ours', /^--ours replaces 2 posts on the server\.$/m],
      ['--theirs', /^--theirs writes the version of the server to 2 files\.$/m],
    ] as const) {
      const shown = await work.gly('push', option, '--dry-run')
      assert.deepEqual([shown.code, (await post('posts/a.md')).content], [0, 'Edited.'])
      assert.match(shown.stdout, hint)
    }
    const ours = await work.gly('push', 'posts/a.md', '--ours', '--json')
    assert.deepEqual([ours.code, ours.json.updated], [0, ['posts/a.md']])
    assert.equal((await post('posts/a.md')).content, 'Mine.')
    const theirs = await work.gly('push', '--theirs', '--json')
    assert.deepEqual([theirs.code, theirs.json.taken], [0, ['posts/b.md']])
    assert.equal(await work.read('posts/b.md'), postText({ title: 'A', subtitle: 'Sub' }, 'Edited.'))
    assert.equal((await work.gly('push', '--json')).json.unchanged, 2)
  })

  it('is recognised if only its status, schedule or price was changed there', async () => {
    for (const change of [{ status: 'published' }, { is_paid: true, price_jpy: 500 }, { tags: ['x'] }]) {
      const { work, edit } = await createAuthor(server, { 'posts/a.md': file('One.') })
      await work.gly('push')
      await edit('posts/a.md', change)
      await work.write('posts/a.md', file('Two.'))
      assert.equal((await work.gly('push')).code, 1, JSON.stringify(change))
    }
  })

  it('is told apart from a deleted one, which is not created again by itself', async () => {
    const { work, person, post, posts } = await createAuthor(server, { 'posts/a.md': file('One.') })
    await work.gly('push')
    await person.session.delete(`/api/v1/posts/${(await post('posts/a.md')).id}`)
    const result = await work.gly('push')
    assert.equal(result.code, 1)
    assert.match(result.stdout, /it was deleted on the server; delete the file too, or push it again with --ours\n/)
    // There is nothing to take.
    assert.doesNotMatch(result.stdout, /--theirs/)
    assert.deepEqual(await posts(), [])
    assert.equal((await work.gly('push', '--ours')).code, 0)
    assert.equal((await posts()).length, 1)
  })

  it('keeps links to a post that was deleted there until it is created again', async () => {
    const { work, person, post } = await createAuthor(server, {
      'posts/a.md': file('See [b](./b.md) and [c](./c.md).'),
      'posts/b.md': file('B.', 'B'),
      'posts/c.md': postText({ title: 'C', status: 'archived' }, 'See [b](./b.md).'),
    })
    assert.equal((await work.gly('push')).code, 0)
    const { content } = await post('posts/a.md')
    for (const name of ['posts/b.md', 'posts/c.md']) {
      await person.session.delete(`/api/v1/posts/${(await post(name)).id}`)
    }
    const rejected = await work.gly('push')
    assert.equal(rejected.code, 1)
    assert.match(rejected.stdout, /posts\/a\.md:1: It links to posts\/b\.md, which was deleted on the server\./)
    assert.equal((await post('posts/a.md')).content, content)

    const result = await work.gly('push', '--ours')
    assert.equal(result.code, 0, result.stdout)
    const [a, b, c] = [await post('posts/a.md'), await post('posts/b.md'), await post('posts/c.md')]
    assert.equal(a.content, `See [b](${b.url}) and [c](${c.url}).`)
    assert.deepEqual([c['status'], c.content], ['archived', `See [b](${b.url}).`])
    assert.equal((await work.gly('push', '--json')).json.unchanged, 3)
  })
})

describe('in a fresh clone', () => {
  it('without git and without state, a post that differs is not overwritten', async () => {
    const { work, clone } = await createAuthor(server, { 'posts/a.md': file('One.') })
    await work.gly('push')
    const other = await clone({ 'posts/a.md': file('Two.') })
    assert.equal((await other.gly('push')).code, 1)
  })

  it('with git, an edit of a committed file is sent, and one on the server is still recognised', async () => {
    const { work, edit, post } = await createAuthor(server, { 'posts/a.md': file('One.') })
    git(work, 'init', '-q')
    await work.gly('push')
    git(work, 'add', '-A')
    git(work, 'commit', '-qm', 'one')
    await work.write('posts/a.md', file('Two.'))
    git(work, 'commit', '-qam', 'two')
    await work.remove('.galley')
    assert.equal((await work.gly('push')).code, 0)
    assert.equal((await post('posts/a.md')).content, 'Two.')
    await edit('posts/a.md', { content: 'Edited.' })
    await work.write('posts/a.md', file('Three.'))
    git(work, 'commit', '-qam', 'three')
    await work.remove('.galley')
    assert.equal((await work.gly('push')).code, 1)
    assert.equal((await post('posts/a.md')).content, 'Edited.')
  })

  it('with git, a file that was renamed and edited keeps its post', async () => {
    const text = `${'A long line of text that stays.\n'.repeat(20)}`
    const { work, post, posts } = await createAuthor(server, { 'posts/a.md': file(text) })
    git(work, 'init', '-q')
    await work.gly('push')
    git(work, 'add', '-A')
    git(work, 'commit', '-qm', 'one')
    const { id } = await post('posts/a.md')
    git(work, 'mv', 'posts/a.md', 'posts/b.md')
    await work.write('posts/b.md', file(`${text}More.`))
    git(work, 'commit', '-qam', 'two')
    await work.remove('.galley')
    const result = await work.gly('push', '--json')
    assert.equal(result.code, 0, result.stdout)
    assert.equal((await post('posts/b.md')).id, id)
    assert.equal((await posts()).length, 1)
  })
})

describe('a scheduled post that the server has published', () => {
  it('is not a conflict, and its text can still be changed', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const scheduled = { title: 'A', status: 'scheduled', scheduled_for: soon }
    const { work, post, person } = await createAuthor(server, { 'posts/a.md': postText(scheduled, 'One.') })
    await work.gly('push')
    const past = new Date(Date.now() - 60_000)
    const { id } = await post('posts/a.md')
    await person.session.patch(`/api/v1/posts/${id}`, { status: 'published' })
    const onTime = { ...scheduled, scheduled_for: past.toISOString() }
    await work.write('posts/a.md', postText(onTime, 'One.'))
    assert.equal((await work.gly('push', '--json')).json.unchanged, 1)
    await work.write('posts/a.md', postText(onTime, 'Two.'))
    const result = await work.gly('push', '--json')
    assert.deepEqual([result.code, result.json.updated], [0, ['posts/a.md']], result.stdout)
    assert.deepEqual([(await post('posts/a.md')).content, (await post('posts/a.md'))['status']], ['Two.', 'published'])
  })

  it('cannot be created with a time in the past', async () => {
    const { work } = await createAuthor(server, {
      'posts/a.md': postText({ title: 'A', status: 'scheduled', scheduled_for: '2020-01-01T00:00:00Z' }, 'x'),
    })
    const result = await work.gly('push')
    assert.equal(result.code, 1)
    assert.match(result.stdout, /posts\/a\.md:4: scheduled_for is in the past\./)
  })
})
