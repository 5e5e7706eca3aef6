/**
 * The CPU time of this thread, so that the load of the machine does not affect limits. Node before 23.9 knows the CPU time
 * of the whole process only.
 */
export function cpuMilliseconds(): number {
  const { threadCpuUsage } = process as Partial<Pick<typeof process, 'threadCpuUsage'>>
  const { user, system } = threadCpuUsage === undefined ? process.cpuUsage() : threadCpuUsage()
  return (user + system) / 1000
}
