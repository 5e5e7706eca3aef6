import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { repositoryField } from './repository-field.ts'

const urlOf = (remote: string) => repositoryField(remote, 'client')?.url

describe('the repository field of a published package', () => {
  it('names the address from which the checkout was cloned, and the folder of the package', () => {
    assert.deepEqual(repositoryField('https://git.example/galley/galley.git', 'client'), {
      type: 'git',
      url: 'git+https://git.example/galley/galley.git',
      directory: 'packages/client',
    })
  })

  it('never contains a password', () => {
    assert.equal(urlOf('https://alice:secret@git.example/galley.git'), 'git+https://git.example/galley.git')
  })

  it('understands the short form of ssh', () => {
    assert.equal(urlOf('git@git.example:galley/galley.git'), 'git+ssh://git@git.example/galley/galley.git')
  })

  it('is left out for a clone of a folder, and without a remote', () => {
    for (const remote of ['', '/srv/git/galley', '../galley', 'file:///srv/git/galley']) {
      assert.equal(urlOf(remote), undefined, remote)
    }
  })
})
