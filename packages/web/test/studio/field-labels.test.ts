import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FieldError } from '@galley/client'
import { endpoints } from '@galley/contract/endpoints'
import { FIELD_CODES } from '@galley/contract/error-codes'
import { describeWithLabel } from '../../src/studio/errors/describe-field-error.ts'
import { errors as errorsEn } from '../../src/studio/i18n/en/errors.ts'
import { fields as fieldsEn } from '../../src/studio/i18n/en/fields.ts'
import { errors as errorsJa } from '../../src/studio/i18n/ja/errors.ts'
import { fields as fieldsJa } from '../../src/studio/i18n/ja/fields.ts'

const english = {
  labels: fieldsEn,
  sentences: errorsEn.field,
  otherwise: errorsEn.fieldOther,
  ofField: errorsEn.ofField,
  showsServer: true,
}
const japanese = {
  labels: fieldsJa,
  sentences: errorsJa.field,
  otherwise: errorsJa.fieldOther,
  ofField: errorsJa.ofField,
  showsServer: false,
}

interface Schema {
  readonly properties?: Readonly<Record<string, { readonly readOnly?: boolean }>>
}

/** Every field that can be written through the API. */
const WRITABLE = [
  ...new Set(
    Object.values(endpoints)
      .map(endpoint => ('body' in endpoint ? (endpoint.body as Schema) : {}))
      .flatMap(({ properties = {} }) => Object.entries(properties))
      .filter(([, property]) => property.readOnly !== true)
      .map(([name]) => name),
  ),
]

const fieldError = (field: string, message = 'Must not be empty.'): FieldError => ({ field, code: 'REQUIRED', message })

describe('a validation error of the API', () => {
  it('names every writable field by its label, in both languages', () => {
    assert.ok(WRITABLE.includes('price_jpy') && WRITABLE.includes('event_types'))
    for (const field of WRITABLE) {
      for (const words of [english, japanese]) {
        const [label, sentence] = describeWithLabel(fieldError(field), words).split(/: |：/)
        assert.ok(
          label && sentence,
          `${field} has no label: add one to fields.ts in src/studio/i18n/en and src/studio/i18n/ja`,
        )
        assert.doesNotMatch(label, /_/)
      }
      assert.match(describeWithLabel(fieldError(field), japanese), /[ぁ-んァ-ヶ一-龠]/)
    }
  })

  it('of a list entry counts as an error of the list', () => {
    assert.equal(describeWithLabel(fieldError('tags.3', 'Must not be blank.'), english), 'Tags: Must not be blank.')
    assert.equal(describeWithLabel(fieldError('tags.3'), japanese), 'タグ：入力してください。')
  })

  it('of an unknown field is shown without the field’s name', () => {
    for (const field of ['shoe_size', 'Idempotency-Key', 'constructor', 'shoe_size.0']) {
      assert.equal(describeWithLabel(fieldError(field), english), 'Must not be empty.')
      assert.equal(describeWithLabel(fieldError(field), japanese), '入力してください。')
    }
  })

  it('is described by its kind if its message names a field or is in another language', () => {
    assert.equal(describeWithLabel(fieldError('title', 'Needs shoe_size.'), english), 'Title: This is required.')
    for (const code of FIELD_CODES) assert.ok(errorsEn.field[code] && errorsJa.field[code], code)
    const unknown = { ...fieldError('title'), code: 'ODD' as FieldError['code'] }
    assert.equal(describeWithLabel(unknown, japanese), `タイトル：${errorsJa.fieldOther}`)
  })
})
