import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Endpoint } from './endpoint.ts'
import { type EndpointName, endpoints } from './endpoints.ts'
import { errorsOf } from './errors-of.ts'

const has = (name: EndpointName, codes: string) =>
  test(`${name}: ${codes}`, () => assert.equal(errorsOf(endpoints[name] as Endpoint).join(' '), codes))

suite('the errors of an endpoint', () => {
  has('listCategories', 'RATE_LIMITED INTERNAL_ERROR UNAVAILABLE')
  has('readPublicPostHtml', 'NOT_FOUND RATE_LIMITED INTERNAL_ERROR UNAVAILABLE GONE')
  has(
    'logIn',
    'VALIDATION_ERROR INVALID_JSON CROSS_SITE PAYLOAD_TOO_LARGE UNSUPPORTED_MEDIA_TYPE RATE_LIMITED INTERNAL_ERROR UNAVAILABLE UNAUTHORIZED FORBIDDEN',
  )
  has(
    'issueToken',
    'VALIDATION_ERROR INVALID_JSON UNAUTHORIZED TOKEN_EXPIRED TOKEN_REVOKED WRONG_USER SESSION_REQUIRED CROSS_SITE PAYLOAD_TOO_LARGE UNSUPPORTED_MEDIA_TYPE RATE_LIMITED INTERNAL_ERROR UNAVAILABLE STORAGE_FULL LIMIT_REACHED',
  )
  has(
    'setThumbnail',
    'VALIDATION_ERROR UNAUTHORIZED TOKEN_EXPIRED TOKEN_REVOKED WRONG_USER PLAN_REQUIRED SCOPE_REQUIRED CROSS_SITE NOT_FOUND PRECONDITION_FAILED UNSUPPORTED_MEDIA_TYPE RATE_LIMITED INTERNAL_ERROR UNAVAILABLE STORAGE_FULL QUOTA_EXCEEDED',
  )
})
