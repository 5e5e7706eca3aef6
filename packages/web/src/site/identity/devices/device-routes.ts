import { get, post, type Route } from '../../router.ts'
import { decideDevice } from './decide-device.ts'
import { devicePage } from './device-page.ts'

/** The page where the owner of an account approves a program. */
export const deviceRoutes: readonly Route[] = [get('/device', devicePage), post('/device', decideDevice)]
