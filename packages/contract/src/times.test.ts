import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTime } from './values/times.ts'

describe('a time', () => {
  it('may be any ISO 8601 time in the years 1 to 9999', () => {
    for (const text of ['0001-01-01T00:00:00.000Z', '2028-02-29T12:34:56.789Z', '9999-12-31T23:59:59.999Z']) {
      assert.equal(parseTime(text)?.toISOString(), text)
    }
  })

  const ACCEPTED: Readonly<Record<string, string>> = {
    '2030-01-31T09:00:00Z': '09:00:00.000',
    '2030-01-31t09:00:00z': '09:00:00.000',
    '2030-01-31T09:00Z': '09:00:00.000',
    '2030-01-31T18:00:00+09:00': '09:00:00.000',
    '2030-01-31T18:00:00+0900': '09:00:00.000',
    '2030-01-31T18:00:00+09': '09:00:00.000',
    '2030-01-31T03:30:00-0530': '09:00:00.000',
    '2030-01-31 18:00:00 +0900': '09:00:00.000',
    '2030-01-31 09:00:00.123456+00:00': '09:00:00.123',
    '2030-01-31T09:00:00,1Z': '09:00:00.100',
    '2030-01-31T09:00:00.123456789': '09:00:00.123',
    '2030-01-31T09:00:00': '09:00:00.000',
    '2030-01-31 09:00': '09:00:00.000',
    '2030-01-31': '00:00:00.000',
  }
  for (const [text, time] of Object.entries(ACCEPTED)) {
    it(`may be written ${text}`, () => assert.equal(parseTime(text)?.toISOString(), `2030-01-31T${time}Z`))
  }

  it('may be a leap second', () => {
    assert.equal(parseTime('2016-12-31T23:59:60Z')?.toISOString(), '2017-01-01T00:00:00.000Z')
    assert.equal(parseTime('2017-01-01T08:59:60.5+09:00')?.toISOString(), '2017-01-01T00:00:00.500Z')
  })

  it('is not a day that does not exist, another notation, or a year in UTC that is out of range', () => {
    for (const text of [
      '2030-02-29T00:00:00Z',
      '2030-04-31',
      '2030-13-01T00:00:00Z',
      '2030-00-01T00:00:00Z',
      '2030-01-00T00:00:00Z',
      '2030-01-01T25:00:00Z',
      '2030-01-01T00:60:00Z',
      '2030-01-01T00:00:60Z',
      '2030-01-01T00:00:00+24:00',
      '2030-01-01T00:00:00+9',
      '2030-01-01T00:00:00+09:0',
      '2030-01-01T00:00:00.1234567890Z',
      '2030-01-01T00:00:00.Z',
      '2030-01-01T09Z',
      '2030-01-01Z',
      '20300101T000000Z',
      '2030-1-1',
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00+01:00',
      '9999-12-31T23:59:59-01:00',
      '+010000-01-01T00:00:00Z',
      'tomorrow',
      '',
      ' 2030-01-01T00:00:00Z',
      '2030-01-01T00:00:00Z\n',
    ]) {
      assert.equal(parseTime(text), undefined, text)
    }
  })
})
