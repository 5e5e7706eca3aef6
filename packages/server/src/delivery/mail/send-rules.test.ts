import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { delayAfter, resultOf } from './send-rules.ts'

const answer = (command: string, response: string) => ({
  message: 'refused',
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
})

describe('the result of a failed attempt to send a mail', () => {
  it('is uncertain only if the message was handed over and no response came', () => {
    assert.equal(resultOf({ message: 'connection closed' }, true).state, 'uncertain')
    assert.equal(resultOf({ message: 'connection closed' }, false).state, 'queued')
    assert.equal(resultOf(answer('DATA', '451 later'), true).state, 'queued')
    assert.equal(resultOf(answer('DATA', '554 spam'), true).state, 'failed')
  })

  it('makes an address undeliverable only if the server rejects the recipient for ever', () => {
    const mark = (command: string, response: string) => resultOf(answer(command, response), false).undeliverable
    assert.equal(mark('RCPT TO', '550 5.1.1 no such user'), 'certain')
    assert.equal(mark('RCPT TO', '556 5.1.10 no mail here'), 'certain')
    assert.equal(mark('RCPT TO', '550-no such user'), 'likely')
    for (const response of [
      '450 4.2.1 greylisted',
      '552 5.2.2 mailbox full',
      '552 full',
      '550 5.2.1 mailbox disabled',
      '554 5.7.1 relaying denied',
      '550 5.7.1 blocked by a list',
      '553 5.1.8 sender refused',
      '554 refused',
    ]) {
      assert.equal(mark('RCPT TO', response), undefined, response)
    }
    assert.equal(mark('DATA', '554 5.6.0 message refused'), undefined)
  })

  it('does not count against the mail if the log-in or the sender is rejected', () => {
    assert.deepEqual(
      [answer('RCPT TO', '530 5.7.0 authentication required'), answer('MAIL FROM', '550 sender unknown')].map(error => {
        const { state, uncounted = false } = resultOf(error, false)
        return [state, uncounted]
      }),
      [
        ['queued', true],
        ['queued', false],
      ],
    )
  })

  it('is described in one short line', () => {
    const { error } = resultOf(answer('DATA', `554 a\r\nb${'c'.repeat(1000)}`), true)
    assert.equal(error?.length, 300)
    assert.doesNotMatch(error ?? '', /[\r\n]/)
  })

  it('is repeated as often as the schedule has pauses', () => {
    assert.deepEqual(
      [1, 2, 3].map(attempts => delayAfter(attempts, [10, 20])),
      [10, 20, undefined],
    )
  })
})
