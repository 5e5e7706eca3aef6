declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net'

  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      directory: string
      silent: boolean
      configureBuckets: { name: string }[]
      allowMismatchedSignatures?: boolean
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
