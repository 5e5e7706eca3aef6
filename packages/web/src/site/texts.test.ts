import assert from 'node:assert/strict'
import { it } from 'node:test'
import { chooseLanguage } from '@galley/contract/identity/choose-language'
import { formatYen } from './format.ts'
import { languageOf } from './texts.ts'

it('the chosen language comes first, then the browser’s preferences by weight, then English', () => {
  assert.equal(chooseLanguage('ja', 'en'), 'ja')
  assert.equal(chooseLanguage('xx', 'ja'), 'ja')
  assert.equal(chooseLanguage(undefined, 'ja-JP,ja;q=0.9,en;q=0.8'), 'ja')
  assert.equal(chooseLanguage(undefined, 'ja;q=0.5, en-GB;q=0.8'), 'en')
  assert.equal(chooseLanguage(undefined, 'de, fr;q=0.9, ja;q=0.1'), 'ja')
  assert.equal(chooseLanguage(undefined, 'en;q=0, ja;q=0'), 'en')
  for (const none of [undefined, '', '*', 'de', ',;q=', 'ja;q=x'.repeat(200)]) {
    assert.ok(['en', 'ja'].includes(chooseLanguage(undefined, none)))
  }
})

it('a text is Japanese if it has letters that only Japanese has among our languages', () => {
  for (const text of ['かな', 'カナ', '漢字', 'CSS で組む']) assert.equal(languageOf(text), 'ja', text)
  for (const text of ['', 'English', 'déjà vu', '123 🌊', '。']) assert.equal(languageOf(text), 'en', text)
})

it('prices have the same narrow sign in each language, as in mails', () => {
  assert.deepEqual([formatYen('en', 1200), formatYen('ja', 1200)], ['¥1,200', '¥1,200'])
})
