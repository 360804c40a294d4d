package dev.varve.jobs.conf;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Fills records from the keys of sections, as {@link SettingReader#bind} describes.
 *
 * @param texts values of the settings, by their keys
 * @param defaults default values by key, used in place of faulty ones
 * @param faults receives the faults
 */
record SectionBinder(Map<String, String> texts, Map<String, String> defaults, List<String> faults) {
  private static final String TUNING = "tuning.";

  <T extends Record> T bind(String section, Class<T> type) {
    RecordComponent[] components = type.getRecordComponents();
    try {
      Constructor<T> constructor =
          type.getDeclaredConstructor(
              Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(
          Stream.of(components).map(component -> component(section, component)).toArray());
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(section + " and " + type, e);
    }
  }

  private @Nullable Object component(String section, RecordComponent component) {
    String key = section + "." + SettingText.kebab(component.getName());
    Class<?> type = component.getType();
    Section other = component.getAnnotation(Section.class);
    if (type.isRecord() && new SettingValue(key, component, faults).notation().isEmpty()) {
      return bind(other == null ? key : other.value(), type.asSubclass(Record.class));
    }
    if (type == Map.class) {
      Map<String, @Nullable Object> values = new LinkedHashMap<>();
      Setting.of(key)
          .forEach(setting -> values.put(setting.name(), value(setting.key(), component)));
      return values;
    }
    return value(texts.containsKey(key) ? key : TUNING + key, component);
  }

  private @Nullable Object value(String key, RecordComponent component) {
    List<String> found = new ArrayList<>();
    SettingValue value = new SettingValue(key, component, found);
    Object read = value.read(text(texts, key));
    faults.addAll(found);
    return found.isEmpty() ? read : value.read(text(defaults, key));
  }

  static String text(Map<String, String> texts, String key) {
    String text = texts.get(key);
    if (text == null) {
      throw new IllegalArgumentException("there is no setting " + key);
    }
    return text;
  }
}
