import { appendFileSync } from 'node:fs'
import { SMTPServer } from 'smtp-server'

// An SMTP server that is killed at random. It writes each recipient to a file before it answers, as a mail server stores a
// message before it takes responsibility for it.
const [port = '0', file = ''] = process.argv.slice(2)
const server = new SMTPServer({
  authOptional: true,
  hideSTARTTLS: true,
  logger: false,
  onData: (stream, session, done) => {
    stream.resume()
    stream.once('end', () => {
      appendFileSync(file, `${session.envelope.rcptTo[0]?.address}\n`)
      done()
    })
  },
})
server.on('error', () => {})
server.listen(Number(port), '127.0.0.1')
