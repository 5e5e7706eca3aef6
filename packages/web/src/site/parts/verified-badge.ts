import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page-request.ts'
import { verifiedIcon } from './icons.ts'

export const verifiedBadge = ({ t, language }: PageRequest): Html =>
  html`<span class="verified" title="${t.verified}" lang="${language}">${verifiedIcon}<span class="hidden">${t.verified}</span></span>`
