import S3rver from '@20minutes/s3rver'

// An S3 server in a separate process, so that a test can pause it: s3.fixture.ts <folder> <bucket>
const [directory = '', bucket = ''] = process.argv.slice(2)
const address = '127.0.0.1'
const s3 = new S3rver({ address, port: 0, directory, silent: true, configureBuckets: [{ name: bucket }] })
const { port } = await s3.run()
process.stdout.write(`http://${address}:${port}\n`)
