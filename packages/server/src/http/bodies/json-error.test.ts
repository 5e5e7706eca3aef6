import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jsonError } from './json-error.ts'

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('the position of a JSON fault', () => {
  const issues: [string, string][] = [
    ['{"a": 1,\n "b": x}', 'an unexpected "x" at line 2, column 7 (position 15)'],
    ['{"a": 1', 'the end at line 1, column 8 (position 7)'],
    ['{"a": "one\ntwo"}', 'an unexpected "\\n" at line 1, column 11 (position 10)'],
    ['[1, 2,]', 'an unexpected "]" at line 1, column 7 (position 6)'],
    ["{'a': 1}", 'an unexpected "\'" at line 1, column 2 (position 1)'],
    ['{} {}', 'an unexpected "{" at line 1, column 4 (position 3)'],
    ['{"本": 👍}', 'an unexpected "👍" at line 1, column 7 (position 6)'],
    ['"\\x"', 'an unexpected "\\\\" at line 1, column 2 (position 1)'],
    ['  ', 'the end at line 1, column 3 (position 2)'],
  ]
  for (const [text, issue] of issues) {
    it(`of ${JSON.stringify(text)} is ${issue}`, () => assert.equal(jsonError(text), issue))
  }

  it('is reported for exactly those texts that JSON.parse refuses', () => {
    const valid = '{"a": [1, -0.5e+3, true, null, "\\u00e9\\n"], "b": {"c": {}, "d": []}, "e": " "}'
    const inserted = [...'{}[]:,"\\0-.ex \n', 'null']
    for (let at = 0; at <= valid.length; at++) {
      const texts = [valid.slice(0, at), ...inserted.map(each => valid.slice(0, at) + each + valid.slice(at))]
      for (const text of texts) assert.equal(jsonError(text) === undefined, isJson(text), text)
    }
  })
})
