import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ABSENT } from '@galley/contract/writing/front-matter'
import { digestOf, localRecord, sha256 } from '../../src/sync/record.ts'

it('the digest of a version stays the same when a field is added that the post does not use', () => {
  const record = localRecord({ ...ABSENT, title: 'Rain', tags: ['雨'], is_paid: true, price_jpy: 300 }, 'It rained.')
  const digest = digestOf(record)
  // In the state files of every folder: with another digest each changed file would be a conflict.
  assert.equal(
    digest,
    sha256(
      `[["Rain",null,"draft",null,"article","public",null,["雨"],null,null,true,300,null,null,null,false,null,null,null],"${sha256('It rained.')}"]`,
    ),
  )
  const withField = (value: string | null) =>
    digestOf({ ...record, fields: Object.assign({ licence: value }, record.fields) })
  assert.equal(withField(null), digest)
  assert.equal(withField('cc0-1.0'), '33e146d950614ea39115f82d9cf70917bbc1cb33fee957d7466ca236a7e9cbfb')
})
