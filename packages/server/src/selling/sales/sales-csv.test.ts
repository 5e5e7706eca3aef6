import assert from 'node:assert/strict'
import { it } from 'node:test'
import { salesCsv } from './sales-csv.ts'

it('a table of sales is safe for spreadsheets', () => {
  const row = { date: '2030-01-01', post_id: 'p', sold: 1, refunded: 0, amount_jpy: 300, author_jpy: -3 }
  const totals = { sold: 0, refunded: 0, amount_jpy: 0, author_jpy: 0 }
  const rows = ['=1+1', 'a "b", c', '日本語', '-x'].map(title => ({ ...row, title }))
  const [head, ...lines] = salesCsv({ from: '', to: '', rows, totals, author_share_percent: 90 }).split('\r\n')
  assert.equal(head, '\uFEFFdate,post_id,title,sold,refunded,amount_jpy,author_jpy')
  const cells = ["'=1+1", '"a ""b"", c"', '日本語', "'-x"]
  assert.deepEqual(lines, [...cells.map(title => `2030-01-01,p,${title},1,0,300,-3`), ''])
})
