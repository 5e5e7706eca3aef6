import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { it } from 'node:test'
import { errorMessage } from './errors.ts'

it('the message of a failed connection to a name with two addresses says why', async () => {
  const socket = net.connect({
    host: 'two-addresses.invalid',
    port: 1,
    autoSelectFamily: true,
    lookup: (_name, _options, found) =>
      found(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ]),
  })
  const [error] = await once(socket, 'error')
  assert.equal(errorMessage(error), 'connect ECONNREFUSED 127.0.0.1:1; connect ECONNREFUSED 127.0.0.2:1')
})
