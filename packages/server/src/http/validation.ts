import type { FastifySchemaCompiler } from 'fastify'
import { invalid } from '../core/errors.ts'
import { checkBody, checkQuery } from '../core/schema-check.ts'

/** Fastify's validator: silent on good input, every fault of bad input in one error. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const check = httpPart === 'body' ? checkBody(schema) : checkQuery(schema)
  return value => {
    const faults = check(value)
    return faults.length === 0 ? true : { error: invalid(...faults) }
  }
}
