import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { messages as en } from './messages.en.ts'
import { messages as ja } from './messages.ja.ts'

const packages = join(import.meta.dirname, '../../../..')
/** All files with texts for Japanese readers. */
const FILES = [
  'web/src/**/ja/**/*.ts',
  'web/src/**/*ja.ts',
  'web/src/**/*texts.ts',
  'server/src/**/*texts.ts',
  'server/src/**/texts/*.ts',
  'server/src/selling/receipt-mail.ts',
  'contract/src/values/delivery/notification-sentences.ts',
  'importers/src/problems/ja.ts',
]
/** Other words and signs for what has a name already. */
const OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/回復コード/, '復旧コード'],
  [/書き手|書いた人/, '著者, 投稿者'],
  [/ブラウザ(?!ー)/, 'ブラウザー'],
  [/セキュリティー/, 'セキュリティ'],
  [/サービスの運営者/, 'サイトの運営者'],
  [/インポート/, '取り込み'],
  [/バージョン/, '版'],
  [/(?<!その)他の/, 'ほかの'],
  [/構いません/, 'かまいません'],
  [/後で/, 'あとで'],
  [/[ぁ-んァ-ヶ一-龠](: |:['`]|!|\?)/, '：！？'],
  [/[ぁ-んァ-ヶ一-龠] \d|\$\{days\} /, 'no space'],
]

describe('Japanese texts', () => {
  it('use the same words and signs everywhere', () => {
    const found: string[] = []
    for (const file of globSync(FILES, { cwd: packages })) {
      if (file.endsWith('.test.ts')) continue
      for (const line of readFileSync(join(packages, file), 'utf8').split('\n')) {
        for (const [other, usual] of OTHER_WORDS) {
          if (other.test(line)) found.push(`${file}: ${line.trim()} (${usual})`)
        }
      }
    }
    assert.deepEqual(found, [])
  })

  it('name the type of a post as its field does', () => {
    for (const sentence of [ja.series.emptyBody, ja.series.noPosts]) {
      assert.ok(sentence.includes(`「${ja.posts.type.series_entry}」`), sentence)
    }
  })
})

describe('English texts', () => {
  it('use one word for admins', () => {
    const files = ['web/src/**/en/**/*.ts', 'web/src/**/*en.ts', ...FILES.slice(2)]
    for (const file of globSync(files, { cwd: packages }))
      assert.doesNotMatch(readFileSync(join(packages, file), 'utf8'), /moderator/i, file)
  })

  it('have the right form for one selected post', () => {
    for (const sentence of Object.values(en.posts.bulkMeans)) {
      assert.doesNotMatch(sentence(1), /\b1 posts|post (leave|become|are|move)\b|\b(they|them|drafts;)\b/i)
      assert.match(sentence(2), /\b2 posts\b/)
    }
    assert.match(en.posts.bulkSkipped(1), /^1 of the selected posts is /)
  })
})

/** What the studio shows for a moment after something was done. */
const toasts = ({ admin, calendar, editor, email, invitations, media, posts, publish, ...more }: typeof en) => {
  const { redirects, security, series, settings, tokens, webhooks } = more
  return [
    ...[admin.resolved, admin.done(1), admin.done(2), calendar.moved('1'), calendar.cancelled, editor.savedNow],
    ...[editor.updated, editor.keptMine, editor.tookTheirs, editor.history.used, email.linkSent, invitations.revoked],
    ...[media.copied, media.removed('a'), media.added(1), media.added(2), posts.linkCopied, posts.restored(1)],
    ...Object.values(posts.actionDone).map(done => done('a')),
    ...Object.values(posts.bulkDone).map(done => done(2)),
    ...[publish.published, publish.scheduled('1'), publish.unpublished, publish.upToDate, publish.archived],
    ...[publish.cancelled, redirects.removed('a'), redirects.saved('a', 'b'), security.added, security.renamed],
    ...[security.removed, series.saved, series.removed('a'), series.left('a'), series.orderSaved, settings.saved],
    ...[settings.pictureSaved, settings.pictureRemoved, settings.passwordChanged, settings.sessionEnded],
    ...[settings.othersEnded, tokens.revoked('a'), webhooks.enabled, webhooks.saved, webhooks.disabledNow],
    ...[webhooks.removed, webhooks.redelivered(1), webhooks.redelivered(2), webhooks.redeliveredNone],
  ]
}

describe('the confirmation of an action', () => {
  it('is a whole sentence', () => {
    for (const sentence of toasts(en)) assert.match(sentence, /\.$/)
    for (const sentence of toasts(ja)) assert.match(sentence, /。$/)
  })
})
