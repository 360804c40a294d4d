package dev.varve.jobs.serve.hive;

import java.sql.Types;
import java.util.Map;
import org.apache.hive.service.rpc.thrift.TPrimitiveTypeEntry;
import org.apache.hive.service.rpc.thrift.TTypeDesc;
import org.apache.hive.service.rpc.thrift.TTypeEntry;
import org.apache.hive.service.rpc.thrift.TTypeId;
import org.apache.hive.service.rpc.thrift.TTypeQualifierValue;
import org.apache.hive.service.rpc.thrift.TTypeQualifiers;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * A type as the protocol names it, and as JDBC does.
 *
 * @param jdbc of {@link Types}
 * @param digits of a number, in base 10; null for others
 */
public record HiveType(TTypeId id, int jdbc, @Nullable Integer digits) {
  /** Types that the engine has and the protocol lacks are sent as text. */
  public static HiveType of(DataType type) {
    if (type instanceof BooleanType) {
      return other(TTypeId.BOOLEAN_TYPE, Types.BOOLEAN);
    } else if (type instanceof ByteType) {
      return new HiveType(TTypeId.TINYINT_TYPE, Types.TINYINT, 3);
    } else if (type instanceof ShortType) {
      return new HiveType(TTypeId.SMALLINT_TYPE, Types.SMALLINT, 5);
    } else if (type instanceof IntegerType) {
      return new HiveType(TTypeId.INT_TYPE, Types.INTEGER, 10);
    } else if (type instanceof LongType) {
      return new HiveType(TTypeId.BIGINT_TYPE, Types.BIGINT, 19);
    } else if (type instanceof FloatType) {
      return new HiveType(TTypeId.FLOAT_TYPE, Types.FLOAT, 7);
    } else if (type instanceof DoubleType) {
      return new HiveType(TTypeId.DOUBLE_TYPE, Types.DOUBLE, 15);
    } else if (type instanceof DecimalType decimal) {
      return new HiveType(TTypeId.DECIMAL_TYPE, Types.DECIMAL, decimal.precision());
    } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return other(TTypeId.TIMESTAMP_TYPE, Types.TIMESTAMP);
    } else if (type instanceof DateType) {
      return other(TTypeId.DATE_TYPE, Types.DATE);
    } else if (type instanceof BinaryType) {
      return other(TTypeId.BINARY_TYPE, Types.BINARY);
    } else if (type instanceof ArrayType) {
      return other(TTypeId.ARRAY_TYPE, Types.ARRAY);
    } else if (type instanceof MapType) {
      return other(TTypeId.MAP_TYPE, Types.JAVA_OBJECT);
    } else if (type instanceof StructType) {
      return other(TTypeId.STRUCT_TYPE, Types.STRUCT);
    } else if (type instanceof NullType) {
      return other(TTypeId.NULL_TYPE, Types.NULL);
    }
    return other(TTypeId.STRING_TYPE, Types.VARCHAR);
  }

  private static HiveType other(TTypeId id, int jdbc) {
    return new HiveType(id, jdbc, null);
  }

  /** How the protocol describes a column of a type. */
  public static TTypeDesc described(DataType type) {
    TPrimitiveTypeEntry entry = new TPrimitiveTypeEntry(of(type).id());
    if (type instanceof DecimalType decimal) {
      entry.setTypeQualifiers(
          new TTypeQualifiers(
              Map.of(
                  "precision", TTypeQualifierValue.i32Value(decimal.precision()),
                  "scale", TTypeQualifierValue.i32Value(decimal.scale()))));
    }
    TTypeDesc description = new TTypeDesc();
    description.addToTypes(TTypeEntry.primitiveEntry(entry));
    return description;
  }
}
