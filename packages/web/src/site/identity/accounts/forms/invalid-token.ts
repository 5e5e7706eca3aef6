import { ApiError } from '@galley/client'

/** The link was used, has expired, or was not copied as a whole. */
export const isInvalidToken = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'VALIDATION_ERROR' && error.fields.some(({ field }) => field === 'token')
