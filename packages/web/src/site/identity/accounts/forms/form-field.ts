import { attributes, type Html, html, raw } from '../../../html.ts'

export interface FormField {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'password'
  readonly autocomplete: string
  readonly value?: string
  readonly hint?: string
  /** The error message of the value. */
  readonly fieldError?: string | undefined
  /** The label for "optional". */
  readonly optional?: string
  readonly focused?: boolean
  /** The label of the button that shows a password. */
  readonly reveal?: string
}

/** A labelled field with its hint and its error message, linked by aria-describedby. */
export function formField(field: FormField): Html {
  const { name, label, hint, fieldError, optional, reveal } = field
  const hintId = hint === undefined ? '' : `${name}-hint`
  const errorId = fieldError === undefined ? '' : `${name}-error`
  const input = html`<input id="${name}" name="${name}" type="${field.type}" value="${field.value ?? ''}"${attributes({
    autocomplete: field.autocomplete,
    required: optional === undefined,
    autocapitalize: 'none',
    spellcheck: 'false',
    autofocus: field.focused ?? false,
    'aria-invalid': fieldError === undefined ? null : 'true',
    'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || null,
  })}>`
  return html`<div class="field">
<label for="${name}">${label}${optional !== undefined && html` <span class="field-optional">${optional}</span>`}</label>
${fieldError !== undefined && html`<p class="field-error" id="${errorId}">${fieldError}</p>`}
${reveal === undefined ? input : revealable(input, name, reveal)}
${hint !== undefined && html`<p class="field-hint" id="${hintId}">${hint}</p>`}
</div>`
}

/** The script shows the button; without scripts the field is a plain one. */
const revealable = (input: Html, name: string, reveal: string): Html =>
  html`<div class="field-secret">${input}<button type="button" class="field-reveal" hidden data-island="reveal-password" data-field="${name}" aria-pressed="false" aria-label="${reveal}" title="${reveal}">${EYE}</button></div>`

const EYE = raw(
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" aria-hidden="true"><path d="M2.5 12s3.5-6 9.5-6 9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6z"/><circle cx="12" cy="12" r="2.6"/><path class="field-reveal-stroke" d="M4.5 19.5l15-15"/></svg>',
)
