package dev.varve.jobs.engine.spark;

import dev.varve.jobs.host.ThreadStop;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskKilledException;

/**
 * Tasks of cancelled jobs that go on in this process. Spark marks a task as killed, and the task
 * looks at the mark from row to row of what it reads. It does not look within a regular expression,
 * or while it joins one row to millions. Executors of a cluster are other processes: there, Spark's
 * own {@code spark.task.reaper.enabled} ends them.
 */
public final class CancelledJobs {
  private static final Pattern TASK =
      Pattern.compile("Executor task launch worker for task .* in stage (\\d+)\\..*");

  private static final String RUNNER = "org.apache.spark.executor.Executor$TaskRunner";

  private CancelledJobs() {}

  /**
   * Ends what is left of the jobs of a group, which was cancelled.
   *
   * @return whether anything was; it may go on for a moment, or catch what ends it
   */
  public static boolean endTasks(SparkContext context, String group) {
    List<Thread> left = left(context, group);
    left.forEach(thread -> ThreadStop.stop(thread, new TaskKilledException("cancelled")));
    return !left.isEmpty();
  }

  private static List<Thread> left(SparkContext context, String group) {
    int[] stages =
        Arrays.stream(context.statusTracker().getJobIdsForGroup(group))
            .mapToObj(job -> context.statusTracker().getJobInfo(job))
            .flatMap(job -> job.isDefined() ? Stream.of(job.get().stageIds()) : Stream.empty())
            .flatMapToInt(Arrays::stream)
            .toArray();
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> isOf(stages, thread.getKey().getName()) && isBusy(thread.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static boolean isOf(int[] stages, String thread) {
    Matcher task = TASK.matcher(thread);
    return task.matches()
        && Arrays.stream(stages).anyMatch(stage -> stage == Integer.parseInt(task.group(1)));
  }

  /** An idle thread has the name of its last task. */
  private static boolean isBusy(StackTraceElement[] stack) {
    return Arrays.stream(stack).anyMatch(frame -> frame.getClassName().equals(RUNNER));
  }
}
