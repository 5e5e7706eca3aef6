import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../server/test/support/eventually.ts'
import { publish } from '../../../server/test/support/posts/public.ts'
import type { Person } from '../../../server/test/support/test-server.ts'
import { OPERATOR, recordAction } from '../../../server/test/support/use-cases.ts'
import { assertFits, VARIANTS } from '../support/layout.ts'
import { assertVariant, startStudio, type TestStudio } from '../support/studio.ts'
import { press, waitForText } from '../support/studio-page.ts'

let studio: TestStudio
let admin: Person
let author: Person
let postId: string
before(async () => {
  studio = await startStudio()
  admin = await studio.server.person({ role: 'admin', username: 'admin_anna' })
  author = await studio.server.person({ username: 'author_ben' })
  postId = (await publish(author.session, { title: 'A doubtful post' })).id
  const reader = await studio.server.person({ username: 'reader_cleo' })
  await reader.session.post(`/api/v1/reader/posts/${postId}/comments`, { content: 'A doubtful comment' })
  await reader.session.post('/api/v1/reader/reports', { post_id: postId, reason: 'spam', note: 'An advertisement' })
})
after(() => studio?.close())

const status = async () => (await studio.server.anyone.get(`/api/v1/public/posts/${postId}`)).status
const SECTIONS = ['overview', 'reports', 'posts', 'comments', 'users', 'audit']

describe('the admin area', () => {
  it('hides a reported post after a preview, resolves the report, and restores the post', async () => {
    await studio.visit(admin, '/studio/admin/reports', async page => {
      await waitForText(page, 'An advertisement')
      await press(page, 'Hide')
      const dialog = page.getByRole('dialog')
      await dialog.getByText('will change').waitFor()
      await press(dialog, 'Hide')
      await dialog.getByText('Enter a reason.').waitFor()
      assert.equal(await status(), 200)
      await dialog.getByLabel('Reason').fill('Advertising')
      await press(dialog, 'Hide')
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await status(), 404)
      await press(page, 'Resolve: action taken')
      await waitForText(page, 'There are no reports.')

      await page.getByRole('link', { name: 'Audit log' }).click()
      await waitForText(page, 'hid a post')
      await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Posts' }).click()
      await page.getByLabel('Select A doubtful post').check()
      await press(page, 'Restore (1)')
      await press(page.getByRole('dialog'), 'Restore')
      await eventually(async () => assert.equal(await status(), 200))
    })
  })

  it('lists changed roles and resolved reports in the language of the reader', async () => {
    await studio.server.context.db.transaction().execute(async trx => {
      await recordAction(trx, OPERATOR, 'user.set_role', author.account.id, 'admin')
      await recordAction(trx, OPERATOR, 'report.resolve', postId, 'dismissed')
    })
    const readAudit = async (page: Page) => {
      for (const [action, reason] of [
        ['役割を変更した', '管理者'],
        ['通報に対応した', '問題なし'],
      ] as const)
        await page.getByRole('row', { name: action }).getByText(reason, { exact: true }).first().waitFor()
    }
    await studio.visit(admin, '/studio/admin/audit', readAudit, { locale: 'ja-JP' })
  })

  it('searches while somebody types, without changing what is typed', async () => {
    await studio.visit(admin, '/studio/admin/users?q=ben', async page => {
      await page.getByLabel('Search').press('Home')
      await page.keyboard.type('author_')
      await page.waitForURL(url => url.searchParams.get('q') === 'author_ben')
      assert.equal(await page.getByLabel('Search').inputValue(), 'author_ben')
    })
  })

  it('tells the author in the studio why a post is hidden', async () => {
    await admin.session.post(`/api/v1/admin/posts/${postId}/hide`, { reason: 'Copied text' })
    await studio.visit(author, '/studio', page => waitForText(page, 'Hidden by an admin: Copied text'))
    await studio.visit(author, `/studio/posts/${postId}`, page =>
      waitForText(page, 'Readers cannot see it. Reason: Copied text'),
    )
    await admin.session.post(`/api/v1/admin/posts/${postId}/restore`)
  })

  it('shows the actions of a row beside or below its name on a phone, not on it', async () => {
    await studio.server.person({ username: 'w'.repeat(30) })
    const visitUsers = async (page: Page) => {
      await waitForText(page, `@${'w'.repeat(30)}`)
      const covered = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll('.data-table tbody tr')].flatMap(row => {
        const words = document.createRange()
        words.selectNodeContents(row.querySelector('.is-heading'))
        const actions = row.querySelector('.is-actions').getBoundingClientRect()
        const isCovered = [...words.getClientRects()].some(({ right, bottom, top }) =>
          right > actions.left && bottom > actions.top && top < actions.bottom)
        return isCovered ? [words.toString()] : []
      })`)
      assert.deepEqual(covered, [])
    }
    await studio.visit(admin, '/studio/admin/users', visitUsers, { viewport: { width: 360, height: 740 } })
  })

  it('fits windows of every width, and breaks no name of an author on a wide one', async () => {
    await studio.visit(admin, '/studio/admin', async page => {
      for (const section of SECTIONS) {
        await page.goto(`/studio/admin/${section}`)
        await page.locator('.data-table, .admin-reports, .facts, .empty').first().waitFor({ state: 'attached' })
        for (const width of [500, 640, 700, 768, 900, 1024, 1100, 1200]) {
          await page.setViewportSize({ width, height: 800 })
          await assertFits(page)
        }
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      for (const section of ['posts', 'comments']) {
        await page.goto(`/studio/admin/${section}`)
        await page
          .getByRole('cell', { name: /^@(author_ben|reader_cleo)$/ })
          .first()
          .waitFor()
        const lines = await page.evaluate<number>(`(() => {
          const words = document.createRange()
          words.selectNodeContents([...document.querySelectorAll('td')].find(cell => cell.textContent.startsWith('@')))
          return words.getClientRects().length
        })()`)
        assert.equal(lines, 1, section)
      }
    })
  })

  it('does not exist for others', async () => {
    await studio.visit(author, '/studio/admin/reports', async page => {
      await waitForText(page, 'This page does not exist')
      assert.equal(await page.getByText('Administration').count(), 0)
      assert.equal(await page.getByText('reader_cleo').count(), 0)
    })
  })

  for (const variant of VARIANTS) {
    it(`fits and is accessible: ${variant.locale}`, async () => {
      const work = async (page: Parameters<typeof assertVariant>[0]) => {
        for (const section of SECTIONS) {
          await page.goto(`/studio/admin/${section}`)
          await page.locator('.data-table, .admin-reports, .facts, .empty').first().waitFor({ state: 'attached' })
          await assertVariant(page, variant)
        }
      }
      await studio.visit(admin, '/studio/admin', work, { locale: variant.locale })
    })
  }
})
