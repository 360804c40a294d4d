package dev.varve.jobs.answer.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.answer.query.Queries.Question;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.engine.run.SmallWorld;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Questions on few rows, of which several are worked on at a time. */
class SideBySideTest {
  private static final int QUESTIONS = 24;

  /** Every third one takes much longer than the others. */
  private static Question question(int number) {
    String rows = number % 3 == 0 ? "range(3000000)" : "range(3)";
    return new Question(
        "q" + number, "SELECT %d AS n, sum(range %% 7) AS s FROM %s".formatted(number, rows));
  }

  private static List<Question> questions() {
    return IntStream.range(0, QUESTIONS)
        .mapToObj(SideBySideTest::question)
        .collect(java.util.stream.Collectors.toCollection(ArrayList::new));
  }

  private static List<String> names(int end) {
    return IntStream.range(0, end).mapToObj(number -> "q" + number).toList();
  }

  /** Takes answers, and may fail at one. */
  private record Taken(List<String> names, List<String> rows, String failing) implements Document {
    @Override
    public void begin(List<String> all) {}

    @Override
    public void add(Answer answer) throws IOException {
      if (answer.name().equals(failing)) {
        throw new IOException("the paper is out");
      }
      names.add(answer.name());
      rows.add(answer.rows().iterator().next().toString());
    }

    @Override
    public void end() {
      names.add("end");
    }
  }

  private static Taken taken(String failing) {
    return new Taken(new ArrayList<>(), new ArrayList<>(), failing);
  }

  @Test
  void answersComeInTheOrderOfTheQuestions() throws Exception {
    try (Queries duck = BothEngines.duck(SmallWorld.ingested())) {
      Taken all = taken("");
      duck.answers(questions(), all);
      List<String> names = new ArrayList<>(names(QUESTIONS));
      names.add("end");
      assertThat(all.names()).isEqualTo(names);
      // 428,571 times 0 to 6, whose sum is 21, then 0, 1 and 2.
      assertThat(all.rows().subList(0, 4))
          .containsExactly("[0, 8999994]", "[1, 3]", "[2, 3]", "[3, 8999994]");
    }
  }

  /** The ones before it are there, it is named, and the next questions are answered. */
  @Test
  void aQuestionThatFailsAmongOthersIsNamed() throws Exception {
    try (Queries duck = BothEngines.duck(SmallWorld.ingested())) {
      for (int place : List.of(0, 1, 7, QUESTIONS - 1)) {
        List<Question> questions = questions();
        questions.set(
            place, new Question("broken", "SELECT CAST(layer_digest AS INT) AS n FROM layer"));
        Taken before = taken("");
        assertThatThrownBy(() -> duck.answers(questions, before))
            .isInstanceOf(IOException.class)
            .hasMessageStartingWith("broken: ")
            .hasMessageContaining("sha256:");
        assertThat(before.names()).isEqualTo(names(place));
        Taken after = taken("");
        duck.answers(questions(), after);
        assertThat(after.names()).hasSize(QUESTIONS + 1);
      }
    }
  }

  @Test
  void whenAnAnswerCannotBeWrittenTheRestIsNotAsked() throws Exception {
    try (Queries duck = BothEngines.duck(SmallWorld.ingested())) {
      Taken some = taken("q5");
      assertThatThrownBy(() -> duck.answers(questions(), some)).hasMessage("the paper is out");
      assertThat(some.names()).isEqualTo(names(5));
      duck.answers(List.of(), taken(""));
    }
  }
}
