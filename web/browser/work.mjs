// What the page costs the processor, counted in its own time: other programs on the machine do not change it.

/** Starts to count the work of the page's main thread; gives back how much it has been since, in milliseconds. */
export async function countWork(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  const before = await spent();
  return async () => (await spent()) - before;
}
